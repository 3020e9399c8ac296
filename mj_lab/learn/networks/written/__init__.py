"""Networks of weights files, taught on."""
