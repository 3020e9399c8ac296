"""Parts of a running table: who is there, the levels of its bots, hands played again."""
