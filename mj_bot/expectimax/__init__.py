"""Expectimax over own draws and discards: the search, its tree, the values of its leaves."""
