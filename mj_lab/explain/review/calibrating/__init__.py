"""Calibrates predicted losses: play-outs of decisions, and a scale fitted to them."""
