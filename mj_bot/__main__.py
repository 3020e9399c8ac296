"""`python -m mj_bot`: what runs on Botzone."""

from mj_bot.botzone.process import main

if __name__ == "__main__":
    main()
