"""Hand value: what a hand is worth on its way to the target hands near it."""
