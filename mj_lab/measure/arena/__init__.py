"""The arena: duplicate matches and leagues, their statistics, and where they run."""
