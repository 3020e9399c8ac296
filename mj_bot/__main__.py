"""`python -m mj_bot`: what runs on Botzone."""

import os
import signal

if __name__ == "__main__":
    # Ctrl-C ends it without a word. It is set this early because loading takes longest.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # On shared cores numpy's threads wait for one another, and our matrices are too small to gain.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    from mj_bot.botzone.process import main

    main()
