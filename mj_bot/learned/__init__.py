"""A model that corrects the values of the search, and the features of candidates that it sees."""
