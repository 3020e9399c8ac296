"""Games with people: matches of one, four or sixteen hands, stored as they go."""
