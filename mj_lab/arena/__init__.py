"""The arena: duplicate matches and leagues, what they prove, and where they run."""
