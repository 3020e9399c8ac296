"""The hand value: how good a hand is by the target hands near it."""
