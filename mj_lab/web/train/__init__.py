"""The page that one trains at."""
