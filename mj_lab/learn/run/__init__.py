"""Runs: a recipe carried out in a folder, stopped and gone on with."""
