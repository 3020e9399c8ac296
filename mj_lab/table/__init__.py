"""Games with people: the table itself, the terminal, live play on Botzone."""
