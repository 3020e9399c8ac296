"""Training: questions from played decisions, asked again when they were missed."""
