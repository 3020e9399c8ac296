"""What is aimed at: what experience is worth, and in which batches it is learned from."""
