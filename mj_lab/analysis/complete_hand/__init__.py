"""A complete hand: its fans, and every way in which it can be read."""
