"""A match to look at: the table turn by turn, the decisions of a seat, one page of HTML."""
