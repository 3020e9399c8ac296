"""Tuning: finds good values for a tactic's options by duels and an evolution strategy."""
