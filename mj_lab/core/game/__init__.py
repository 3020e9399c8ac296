"""A game: the referee, the players it asks, sandboxed programs, walls."""
