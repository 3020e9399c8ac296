"""Weighted shanten: how hard the missing tiles of sets and a pair are to get."""
