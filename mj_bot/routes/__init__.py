"""Weighted distances to 16 kinds of fan along eleven routes, as `rule_based` values hands."""
