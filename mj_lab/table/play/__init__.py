"""Games with people at the table: matches of one, four or sixteen hands, stored as they go."""
