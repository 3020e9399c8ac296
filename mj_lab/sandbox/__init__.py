"""External programs under limits: started, talked to, and ended so that nothing of them is left."""

from mj_lab.sandbox.box import Sandbox
from mj_lab.sandbox.limits import Limits, Output

__all__ = ["Limits", "Output", "Sandbox"]
