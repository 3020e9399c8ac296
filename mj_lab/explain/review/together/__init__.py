"""A joint review of many games: matches, players, losses by kind, style."""
