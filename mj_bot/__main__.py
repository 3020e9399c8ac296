"""`python -m mj_bot`: what runs on Botzone."""

import signal

if __name__ == "__main__":
    # Ctrl-C ends it without a word, at whatever it is; from here on, as loading takes longest.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    from mj_bot.botzone.process import main

    main()
