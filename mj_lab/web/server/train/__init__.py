"""The page for training."""
