"""The tables that ship with the bot; each is built by one command."""
