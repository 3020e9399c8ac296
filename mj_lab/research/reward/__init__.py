"""Rewards of matches: hands for the predictor, and measured placement points."""
