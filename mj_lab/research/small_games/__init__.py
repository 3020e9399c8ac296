"""Games small enough to solve exactly, so that methods can be compared with the optimum."""
