"""What goes with rewards of matches: hands for their predictor, placement points measured."""
