"""Aims: the rewards of experience, and the batches to train on."""
