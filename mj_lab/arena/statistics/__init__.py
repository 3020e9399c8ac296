"""Statistics of games: means with their errors, counts, ratings, sequential tests."""
