"""Programs at a table of people: which there are, and one of them at a seat."""
