"""Coefficients from games: each fitted model of the bot, made again by one command."""
