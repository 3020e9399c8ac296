"""Target hands: every hand of at least 8 fan, and the lookup of those nearest to a hand."""
