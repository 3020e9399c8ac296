"""What a learned model changes: which decisions of self-play, how often, by how much."""
