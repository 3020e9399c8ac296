"""Data sets, training, corrections of a tactic, fits of the bot's coefficients."""
