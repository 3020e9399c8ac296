"""The pages of `mj web`: a table, training, replays, reviews, analysis, a JSON service."""
