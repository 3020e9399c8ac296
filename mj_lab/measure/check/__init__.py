"""Checks: recorded matches, legal actions, recorded decisions, mangled inputs."""
