"""Self-play of a network by the policy gradient."""
