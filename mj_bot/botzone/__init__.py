"""The platform: lines in, one legal answer out for each turn, in time."""
