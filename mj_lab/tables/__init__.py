"""The bot's tables, each built by one command."""
