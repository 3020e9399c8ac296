"""The fast table and plain Python read the same examples out of the same games."""
