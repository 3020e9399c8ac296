"""The terms of the loss, and the one learner that adds them up."""
