"""What goes wrong while a network is trained, in one line that says what is kept and what to do."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import torch

from mj_lab.learn.examples import Arrays


class TrainingError(ValueError):
    """Training has ended before its time; the message says why and what is kept."""


class NotANumberError(Exception):
    """A loss or gradient that is no number."""


class BrokenDataError(Exception):
    """Data that cannot be read, as their reader says."""


def checked(batches: Iterable[Arrays]) -> Generator[Arrays, None, None]:
    """The batches; whatever their reader raises is a BrokenDataError."""
    try:
        yield from batches
    except (ValueError, OSError, EOFError) as error:
        raise BrokenDataError(str(error)) from error


def failure_line(error: Exception, batch: int) -> str | None:
    """What went wrong, without what is kept; None if it is a fault of the program's own."""
    if isinstance(error, NotANumberError):
        return f"{error}; a lower training.learning_rate or training.clip may help"
    if isinstance(error, BrokenDataError):
        return f"the data cannot be read: {error}"
    if is_out_of_memory(error):
        less = max(batch // 2, 2)
        return f"out of memory with batches of {batch}; --set training.batch={less} needs less"
    if isinstance(error, OSError):
        return f"the checkpoint cannot be written: {error}"
    return None


def is_out_of_memory(error: Exception) -> bool:
    """Whether memory was the matter, the GPU's or the machine's."""
    if isinstance(error, (MemoryError, torch.OutOfMemoryError)):
        return True
    # What PyTorch says on a CPU, as a plain RuntimeError.
    told = str(error)
    return isinstance(error, RuntimeError) and (
        "not enough memory" in told or "can't allocate memory" in told
    )
