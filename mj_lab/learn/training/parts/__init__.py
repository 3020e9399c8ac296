"""What all parts of a recipe share: options, schedules, stored games, workers, checkpoints."""
