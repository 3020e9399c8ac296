"""The platform: lines in, one legal answer out for each turn, within the time."""
