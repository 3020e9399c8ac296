"""A review of many games together: matches, players, losses by kind, style."""
