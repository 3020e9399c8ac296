"""Means with their errors, ratings, sequential tests."""
