"""Real matches through Botzone's LocalAI interface: the bot stays on this machine."""
