"""Programs at a table of people: the registered ones, and one of them in a seat."""
