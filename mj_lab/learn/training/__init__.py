"""Training: networks, recipes, and the runs that train them."""
