"""Words and notations for people: tiles, fans, labels, in Chinese and English."""
