"""Tuning: a tactic's numbers, found by an evolution strategy that plays duels to compare them."""
