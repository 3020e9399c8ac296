"""Folds one seat's requests, one by one, into what the seat knows."""
