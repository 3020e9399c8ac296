"""Matches and decisions on disk, in every known format."""
