"""Where and how a run is played: engines, the run's store, its identity."""
