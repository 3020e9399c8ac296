"""Reports of a run: on the terminal, as one HTML file, as plots."""
