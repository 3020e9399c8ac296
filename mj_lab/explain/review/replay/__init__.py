"""Shows a match: the table turn by turn, the decisions of a seat, as one HTML page."""
