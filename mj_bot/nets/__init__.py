"""Networks in numpy: their moves, the file that weights travel in, the forward pass."""
