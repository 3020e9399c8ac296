"""The search over every hand of 8 fan: target hands, hand value, opponents."""
