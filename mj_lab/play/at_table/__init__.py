"""What belongs to a table that runs: who is there, the levels of its bots, hands played again."""
