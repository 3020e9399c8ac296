"""Readers: what makes arrays of examples out of stored games, in C++ and in plain Python."""
