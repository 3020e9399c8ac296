"""Advantages: close decisions of self-play played out, and a small model fitted to them."""
