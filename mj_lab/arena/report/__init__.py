"""What a run says: on the terminal, as one HTML file, as plots."""
