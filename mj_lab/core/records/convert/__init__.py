"""Converts records from one format to another (`mj records convert`)."""
