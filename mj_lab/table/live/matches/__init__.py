"""The matches of the live client: their state, their answers, their records."""
