"""What every part of a recipe is made of: options, schedules, games kept, workers, checkpoints."""
