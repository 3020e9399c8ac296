"""What the others hold, want and may win with."""
