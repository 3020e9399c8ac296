"""A hand of a table: the name of its match, and where it may begin."""
