"""Networks in numpy: their moves, the weights file, the forward pass.

`moves` numbers the moves of a network, `weights_file` reads and writes weights, `network` runs
them. The tactics `net`, `cnn` and `which_discard` use them.
"""
