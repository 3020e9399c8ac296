"""What the tests of learning share: one thread, as several tests run side by side."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """PyTorch takes one thread, where it is installed."""
    try:
        import torch
    except ImportError:
        return
    torch.set_num_threads(1)
