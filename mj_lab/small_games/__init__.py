"""Games small enough to be solved exactly: what a method finds is held against the optimum."""
