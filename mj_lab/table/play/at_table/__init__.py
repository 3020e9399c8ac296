"""Parts of a running table: attendance, levels of bots, replays of hands by a bot."""
