"""The page of the rules: every fan with an example, and how Botzone's game differs."""
