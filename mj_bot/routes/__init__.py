"""Weighted distances to 16 kinds of fan along eleven routes: how `rule_based` values hands."""
