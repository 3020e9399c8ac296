"""`python -m mj_bot`: what runs on Botzone."""

import os
import signal

if __name__ == "__main__":
    # Ctrl-C ends it without a word, at whatever it is; from here on, as loading takes longest.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Where cores are shared, threads of numpy's wait for one another; its matrices here are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    from mj_bot.botzone.process import main

    main()
