"""Games with people at the table: whole matches of one, four or sixteen hands, kept as they go."""
