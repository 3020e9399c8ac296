"""Explains a hand or a decision: parses it, asks a tactic, shows the answer."""
