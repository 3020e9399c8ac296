"""The command `mj`, also as `python -m mj_lab`."""

import os
import signal
import sys
from collections.abc import Callable


def main() -> None:
    """Run `mj`, with one numpy thread in each process unless the environment says otherwise.

    On shared cores the threads wait for one another: with one other process on two cores a product
    of 3,400 x 96 and 96 x 32 takes 12 ms with two threads and 0.3 ms with one.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        _command()()
    except KeyboardInterrupt:  # During import, or while it ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # A second Ctrl-C still gets one line only.
        print("mj: stopped", file=sys.stderr, flush=True)
        # Not sys.exit: if the signal came inside an eval() of an import, Python would still end by
        # the signal itself.
        os._exit(130)


def _command() -> Callable[[], None]:
    try:
        from mj_lab.cli import main as run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("mj_"):
            raise
        from mj_lab.core.extras import missing_package

        print(f"mj: {missing_package('mj', error.name, 'lab')}", file=sys.stderr)
        sys.exit(2)
    return run


if __name__ == "__main__":
    main()
