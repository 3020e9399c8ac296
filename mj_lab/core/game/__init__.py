"""A game: the referee, the players it asks, programs under limits, walls."""
