"""Explains a hand or a decision: reads it, asks a tactic, shows the answer."""
