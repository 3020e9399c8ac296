"""What a review says of games together: matches, players, losses by kind, style."""
