"""What was measured and won nothing, kept so that it can be measured again."""
