"""Files that commands write, in one place for all: see `files`."""
