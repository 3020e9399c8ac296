"""Fits the bot's coefficients to games: one command for each model."""
