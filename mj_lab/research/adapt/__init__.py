"""Adaptation at the deal: a policy is adapted to one hand by sampled games, then discarded.

Source: the parametric Monte-Carlo policy adaptation of J. Li and others, Suphx: Mastering Mahjong
with Deep Reinforcement Learning, arXiv:2003.13590.
"""
