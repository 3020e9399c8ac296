"""The page of the rules: every fan with an example, and the differences at Botzone."""
