"""Records of one format written in another (`mj records convert`)."""
