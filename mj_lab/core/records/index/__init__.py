"""Large archives: games listed once in a file, to find them by player, date, result and more."""
