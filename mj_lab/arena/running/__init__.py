"""Where and how a run is played: engines, what is kept of it, its identity, its progress."""
