"""The search over every hand of 8 fan: the target hands, the hand value and the opponents."""
