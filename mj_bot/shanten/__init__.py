"""Exact shanten as a library: how far a hand is from each form of win, and its effective tiles."""
