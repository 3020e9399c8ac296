"""Plays: where the experience of a step comes from."""
