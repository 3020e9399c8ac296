"""Is it right: recorded matches, legal actions, recorded decisions, mangled inputs."""
