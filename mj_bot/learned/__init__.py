"""A model that corrects the values of the search, and the candidate features it sees."""
