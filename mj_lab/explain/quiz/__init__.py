"""Training: questions from played decisions, repeated after a wrong answer."""
