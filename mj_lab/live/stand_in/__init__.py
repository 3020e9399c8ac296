"""A Botzone of our own: the LocalAI interface on this machine, with faults by lot."""
