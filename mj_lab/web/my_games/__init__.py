"""My games: what a person played at this server's tables, and how it goes over time."""
