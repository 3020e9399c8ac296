"""A hand of a table: its match's name, and where it may begin."""
