"""Matches and decisions on disk, in every format that people have."""
