"""Is a lost point a point? Play-outs of decisions, and the scale fitted to them."""
