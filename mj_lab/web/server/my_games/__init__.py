"""My games: a person's hands at this server's tables, and the trend over time."""
