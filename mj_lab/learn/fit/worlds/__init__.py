"""How likely hidden hands are: the weights that worlds are sampled by, fitted and checked."""
