"""Measures who is stronger, and by how much: arena, gate, tuning, checks."""
