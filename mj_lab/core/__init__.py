"""What every other wing uses: referee, players, records, texts, files, statistics."""
