"""What games say: means with their error, counts, ratings, times of decisions."""
