"""`python -m mj_bot`: the entry point on Botzone."""

import os
import signal

if __name__ == "__main__":
    # Ctrl-C ends it silently. Set this early because loading takes longest.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # One thread: our matrices are too small to gain, and on shared cores numpy's threads wait.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    from mj_bot.botzone.process import main

    main()
