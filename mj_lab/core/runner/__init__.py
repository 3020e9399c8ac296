"""Where and how a run is played: engines, its store, its identity."""
