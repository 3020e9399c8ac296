"""Expectimax over the own draws and discards: the search, what it searches, what its leaves are."""
