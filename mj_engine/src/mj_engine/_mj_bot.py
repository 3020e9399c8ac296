"""All that is read from mj_bot: nothing else here imports it."""
