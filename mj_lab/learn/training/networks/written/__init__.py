"""Networks of weights files in PyTorch, to train them further."""
