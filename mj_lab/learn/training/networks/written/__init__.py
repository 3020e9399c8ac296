"""Networks loaded from weights files into PyTorch, for further training."""
