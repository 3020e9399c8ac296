"""Rehearses on this machine what Botzone will run: `handin.py` asks it about every archive."""
