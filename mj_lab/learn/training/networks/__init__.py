"""Networks in PyTorch, one module for each kind; each exports itself as a weights file."""
