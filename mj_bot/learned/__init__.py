"""What was learned past the search: features of candidates, and what a model adds to values."""
