"""Shared by all parts of a recipe: options, schedules, stored games, workers, checkpoints."""
