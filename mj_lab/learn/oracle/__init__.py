"""Oracle guiding: who sees all hands and the walls learns, and has them taken away by and by."""
