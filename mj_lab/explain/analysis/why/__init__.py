"""Why one action is better than another: the difference in points, the plans, the words."""
