"""A tactic of one's own begun: a folder with its file, its test and the next steps."""
