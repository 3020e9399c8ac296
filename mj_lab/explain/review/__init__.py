"""Reviews a match in points: each seat's losses against a tactic, worst answers, luck."""
