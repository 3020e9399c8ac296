"""A hand or a decision explained: read, valued by a tactic, shown."""
