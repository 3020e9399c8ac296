"""Runs: carry out a recipe in a folder; a run can stop and resume."""
