"""What a hand is worth: written by a person, read, valued and shown."""
