"""Adaptation at the deal: a policy adapted to one hand by sampled games, then thrown away."""
