"""What the arena's tests share with the runner's: a tactic whose games are over in a moment."""

from tests.mj_lab.core.runner.conftest import lottery

__all__ = ["lottery"]
