"""Policy gradient over a base: what is added to a tactic's values, learned from whole games."""
