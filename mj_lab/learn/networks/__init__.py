"""Networks in PyTorch, one module a kind; each can write itself as a weights file has it."""
