"""The gate: the tests that a candidate must win, and the ledger of every look."""
