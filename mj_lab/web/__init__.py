"""A local page: drop in a match to see it, put together a hand to have it analysed."""
