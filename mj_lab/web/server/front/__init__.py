"""The first pages: a table in one click, a hand to analyse."""
