"""Single-file pages: what all of them share, from colours and tiles to the two languages."""
