"""Training: steps down the loss, checkpoints, what is shown of it."""
