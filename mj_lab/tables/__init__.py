"""The bot's tables, each built_rows by one command."""
