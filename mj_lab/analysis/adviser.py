"""The tactic whose values are shown, and whose play is compared with, where none is named."""

from __future__ import annotations

# Not the default player: what `learned` adds says which action is better, not what either brings,
# and the scale of losses (loss_scale.json) was measured for the values of `odds`.
ADVISER = "odds"
