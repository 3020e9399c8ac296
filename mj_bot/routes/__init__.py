"""The designed tactic's valuation: weighted distances to 16 fan types, over eleven routes."""
