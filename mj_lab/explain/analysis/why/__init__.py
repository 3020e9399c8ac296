"""Why one action is better than another: the points between them, the plans, the words."""
