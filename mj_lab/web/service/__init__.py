"""The JSON service under /api/v1: questions about hands, decisions, matches; their answers."""
