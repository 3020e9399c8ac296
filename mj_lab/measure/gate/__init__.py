"""The gate: what a candidate must win to be accepted, and the ledger of every look."""
