"""Global reward prediction: what a hand is worth to its match, and players taught with that."""
