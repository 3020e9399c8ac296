"""A complete hand: its fans, and every way to divide it."""
