"""Tuning: good numbers for a tactic's options, found by duels and an evolution strategy."""
