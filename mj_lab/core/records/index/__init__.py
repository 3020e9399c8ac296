"""Indexes large archives once, to find games by player, date, result and more."""
