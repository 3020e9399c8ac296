"""The gate: what a candidate must win before it is believed, and the ledger of every look."""
