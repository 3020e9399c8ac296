"""Programs at a table of people: the known ones, and one of them at a seat."""
