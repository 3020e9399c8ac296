"""The bot in a folder of its own, with tactics that try to break its process or take for ever."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import mj_bot

PACKAGE = Path(mj_bot.__file__).parent
DEAL = "1 0 0 0 0 W1 W2 W5 W7 B2 B5 B6 T3 T6 T8 F1 F2 J1"
OWN_DRAW = {"requests": ["0 0 0", DEAL, "2 J2"], "responses": ["PASS", "PASS"]}

_FOR_EVER = "while True: pass\n"
_DEAF = "def endless():\n    while True: pass\n"
_DEAF += "while True:\n    try: endless()\n    except BaseException: pass\n"
_BODIES = {
    "endless": _FOR_EVER,
    "endless_deaf": _DEAF,
    "first": "return PLAYS[0]",
    "sleepy": "import time\ntime.sleep(1.3)\nreturn PLAYS[0]",
    "asleep": "import time\ntime.sleep(60)",
    "asleep_and_deaf": "import time\nwhile True:\n    try: time.sleep(9)\n"
    "    except BaseException: pass",
    "noisy": "import os, sys\nprint('noise')\nprint('noise', file=sys.__stdout__)\n"
    "os.write(1, b'noise')\nos.system('echo noise')\nreturn PLAYS[0]",
    "threads": "import threading as t\nt.Thread(target=t.Event().wait).start()\nreturn PLAYS[0]",
    "reader": "input()",
}
# A body, and what the class has besides.
_CLASSES = {
    "endless_best": ("self.best = PLAYS[0]\n" + _FOR_EVER, "    best = None"),
    "endless_debug": (
        _FOR_EVER,
        "    @property\n    def best(self):\n        while True: pass\n    debug = best\n",
    ),
    "endless_loading": ("return None", "    def loading(self, *_):\n        while True: pass\n"),
    "slow_start": (
        "return PLAYS[0]",
        "from time import process_time\nend = process_time() + 0.5\n"
        "while process_time() < end: pass\n",
    ),
}
_MODULES = {
    "endless_import": _FOR_EVER,
    "exits": "raise SystemExit(3)\n",
    "deaf_import": _DEAF,
}


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


def write_tactic(folder: Path, name: str, body: str, more: str = "") -> None:
    lines = "\n".join("        " + line for line in body.splitlines())
    folder.joinpath(name + ".py").write_text(
        f"""from mj_bot.actions import action_space
from mj_bot.events import *
from mj_bot.events import Action, PLAYS


class Tactic:
    def __call__(self, state):
{lines}
{more}
"""
    )


def copied(root: Path) -> Path:
    shutil.copytree(PACKAGE, root / "mj_bot", ignore=shutil.ignore_patterns("__pycache__"))
    folder = root / "mj_bot" / "tactics"
    for name, body in _BODIES.items():
        write_tactic(folder, name, body)
    for name, (body, more) in _CLASSES.items():
        write_tactic(folder, name, body, more)
    for name, text in _MODULES.items():
        (folder / f"{name}.py").write_text(text)
    return root


def made_patient(root: Path) -> Path:
    """What answers is tested, not how fast: a busy machine needs more to load the stand-in."""
    bot = root / "mj_bot" / "botzone" / "bot.py"
    text = bot.read_text()
    for name in ("STAND_IN_TIME", "STAND_IN_PART"):
        text, found = re.subn(rf"(?m)^{name} = .*$", f"{name} = 30.0", text)
        assert found == 1
    bot.write_text(text)
    return root
