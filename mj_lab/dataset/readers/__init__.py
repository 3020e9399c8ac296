"""Readers: make arrays of examples from stored games, in C++ and in plain Python."""
