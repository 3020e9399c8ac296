"""External programs under limits: started, asked, and ended with all their processes."""

from mj_lab.core.game.sandbox.box import Sandbox
from mj_lab.core.game.sandbox.limits import Limits, Output

__all__ = ["Limits", "Output", "Sandbox"]
