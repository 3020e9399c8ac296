"""Fetches a public match as a record (`mj records fetch`)."""
