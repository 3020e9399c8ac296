"""Requirements of training: PyTorch and TensorBoard, and the device."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from mj_lab.core.extras import missing_package

if TYPE_CHECKING:
    import torch

_NEEDED = {"torch": "PyTorch", "tensorboard": "TensorBoard"}


def check_needs(*modules: str) -> None:
    """Raise ValueError, one line with what to install, if one of these modules is missing."""
    absent = [_NEEDED[module] for module in modules if find_spec(module) is None]
    if absent:
        raise missing_package("mj learn", " and ".join(absent), "learn")


def device_named(name: str) -> torch.device:
    """The device `cpu` or `cuda`, or `auto`: a GPU if there is one.

    Raises ValueError if this machine does not have it.
    """
    import torch

    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name not in ("cpu", "cuda"):
        raise ValueError(f"--device is cpu, cuda or auto, not {name:.40}")
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("--device cuda: PyTorch finds no GPU here")
    return torch.device(name)
