"""The formats that people keep matches in, a module each, to read and to write."""
