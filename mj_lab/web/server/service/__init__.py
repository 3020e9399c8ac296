"""The JSON service under /api/v1: answers questions about hands, decisions and matches."""
