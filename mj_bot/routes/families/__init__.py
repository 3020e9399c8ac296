"""The routes, one file per family of fans; a route is a way to 8 fan with its distance."""
