"""Makes questions from games: selects decisions, assigns themes, proves the keys."""
