"""Adaptation at the deal: a policy moved for one hand by games sampled from it, and thrown away."""
