"""What everything else stands on: the referee and its players, records, texts, files, sums."""
