"""Advantages: close decisions of self-play tried on the table, and a small model of what wins."""
