"""The likelihood of hidden hands: the weights for sampling worlds, fitted and checked."""
