"""A Botzone of our own: the LocalAI interface on this machine, with random faults."""
