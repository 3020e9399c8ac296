"""Learning: networks and what makes a bot stronger than it was."""
