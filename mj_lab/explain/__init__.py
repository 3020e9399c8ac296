"""Explains: a hand or a decision, a replay, a review, a quiz."""
