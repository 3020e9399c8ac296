"""A fake Botzone: the LocalAI interface on this machine, with random faults."""
