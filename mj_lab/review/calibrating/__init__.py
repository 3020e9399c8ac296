"""Is a lost point a point? Decisions played on, and the scale that comes of it."""
