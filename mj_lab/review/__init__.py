"""A whole match in points: what every seat lost against a tactic, its worst answers, its luck."""
