"""Networks in PyTorch, one module for each kind; each can write itself as a weights file."""
