"""A public match of Botzone fetched as a record of ours (`mj records fetch`)."""
