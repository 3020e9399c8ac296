"""Coefficients from games: one command for each fitted model of the bot."""
