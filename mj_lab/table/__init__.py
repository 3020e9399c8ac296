"""People at a table: the table itself, the terminal, live on Botzone."""
