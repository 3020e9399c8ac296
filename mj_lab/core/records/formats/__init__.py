"""The formats in which people store matches; one module each reads and writes it."""
