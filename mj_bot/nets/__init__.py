"""Networks in numpy: their moves, the file that weights travel in, the forward pass.

`moves` numbers what a network chooses from, `weights_file` reads and writes what it has learned,
`network` runs it. The tactics `net`, `cnn` and `which_discard` play by them.
"""
