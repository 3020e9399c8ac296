"""Questions from games: which decisions, of which theme, and the proof of their keys."""
