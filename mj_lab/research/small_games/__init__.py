"""Games small enough to be solved exactly: methods are compared with the optimum."""
