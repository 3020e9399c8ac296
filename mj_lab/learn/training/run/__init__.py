"""Runs: a recipe carried out in a folder; a run can stop and go on."""
