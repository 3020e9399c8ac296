"""`python -m mj_lab` is the command `mj`."""

from mj_lab.cli import main

if __name__ == "__main__":
    main()
