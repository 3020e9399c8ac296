"""A hand of a table from outside: what its match is called, and where it may have begun."""
