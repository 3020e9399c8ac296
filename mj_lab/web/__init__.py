"""A local page: drop in a match and see it, put together a hand and see what it is worth."""
