"""Double DQN: points of each discard learned from games that a search plays and explores."""
