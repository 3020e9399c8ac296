"""The other seats: where the unseen tiles are, and how likely a discard deals in."""
