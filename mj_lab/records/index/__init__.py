"""Large archives: games listed once in a file, and found there by player, date, result and more."""
