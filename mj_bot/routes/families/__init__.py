"""Route families: one file a family of fans, each a road to 8 fan with its distance."""
