"""Rewards of matches: hands for the predictor, and placement points measured."""
