"""Whether PyTorch and TensorBoard are here, which learning needs."""

from __future__ import annotations

from importlib.util import find_spec

from mj_lab.extras import missing_package

_NEEDED = {"torch": "PyTorch", "tensorboard": "TensorBoard"}


def check_needs(*modules: str) -> None:
    """Raise ValueError, one line that says what to install, if one of these modules is missing."""
    absent = [_NEEDED[module] for module in modules if find_spec(module) is None]
    if absent:
        raise missing_package("mj learn", " and ".join(absent), "learn")
