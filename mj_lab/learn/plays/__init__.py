"""Who plays: where the experience of a step comes from."""
