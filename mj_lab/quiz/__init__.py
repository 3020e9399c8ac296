"""Training: questions out of played decisions, asked again when they were missed."""
