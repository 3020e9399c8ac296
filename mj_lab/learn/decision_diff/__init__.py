"""How a learned model changes play: which decisions of self-play, how often, by how much."""
