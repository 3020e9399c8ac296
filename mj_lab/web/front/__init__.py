"""The pages that one comes to first: a table in one click, a hand to analyse."""
