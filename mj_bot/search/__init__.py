"""What a hand may become: distances to its forms, their useful tiles, target patterns."""
