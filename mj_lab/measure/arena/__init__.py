"""The arena: duplicate matches and leagues, and their statistics."""
