"""Tactics that do not work on Botzone, each in its own way, and what the build says of it.

A body is indented into a tactic that would otherwise play; its lines are counted from its head.
"""

from __future__ import annotations

from typing import NamedTuple

HEAD = """from mj_bot.actions import action_space
from mj_bot.state import CLAIM, OWN_DRAW, ROB
"""
CLASS = """

class Mine:
    def __init__(self):
        self.debug = ""
{init}
    def __call__(self, state):
{body}
        return action_space(state)[-1]
"""
LOADING = """
    def loading(self, state, player_id, action):
{loading}
"""


class Broken(NamedTuple):
    """A broken tactic. said: words of the line that refuses it; the place comes before them.

    line: the text of the source's line that is named, empty where no line can be. whole: whether
    only the whole rehearsal finds it.
    """

    said: str
    line: str = ""
    head: str = ""
    init: str = "pass"
    body: str = "pass"
    loading: str = ""
    whole: bool = False
    source: str = ""

    @property
    def text(self) -> str:
        if self.source:
            return self.source
        text = HEAD + self.head + CLASS.format(init=_in(self.init), body=_in(self.body))
        return text + (LOADING.format(loading=_in(self.loading)) if self.loading else "")


def _in(lines: str) -> str:
    return "".join(f"        {line}\n" for line in lines.splitlines())


BUSY = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass"

BROKEN = {
    # What the static checks see, one of each kind: cases.py has all.
    "math.prod": Broken("math.prod", "math.prod(", head="import math\n", body="math.prod([2, 3])"),
    # Files that Botzone does not have.
    "a file of the checkout": Broken(
        "Botzone",
        "open(",
        head="import os, sys\n",
        body="with open(os.path.join(os.sep, 'etc', 'passwd')) as file: file.read()",
    ),
    "a file that is tried": Broken(
        "Botzone",
        "open(",
        head="import pathlib\n",
        body="name = pathlib.Path(pathlib.__file__).anchor + 'etc/hostname'\n"
        "try: open(name)\nexcept OSError: pass",
    ),
    "data beside the code": Broken(
        "",
        "open(",
        head="import os\n",
        init="open(os.path.join(os.path.dirname(__file__), 'a.txt'))",
    ),
    # Chance.
    "no seed": Broken(
        "",
        "random.choice",
        head="import random\n",
        body="return random.choice(action_space(state))",
    ),
    "the order of a set": Broken(
        "the next time",
        body="names = {str(one) for one in action_space(state)}\nfirst = list(names)[0]\n"
        "return [one for one in action_space(state) if str(one) == first][0]",
        whole=True,
    ),
    "addresses": Broken(
        "the next time",
        body="legal = action_space(state)\nreturn legal[id(object()) % 7919 % len(legal)]",
        whole=True,
    ),
    # Time.
    "sleeps": Broken("takes 1.", body="import time\ntime.sleep(1.3)"),
    "computes too long": Broken("cut after", "while", body=BUSY.format(1.3)),
    "endless": Broken("cut after", "while", body="while True: pass"),
    "endless and deaf": Broken(
        "",
        body="def endless():\n    while True: pass\n"
        "while True:\n    try: endless()\n    except BaseException: pass",
    ),
    "slow at turn 145": Broken(
        "cut after",
        "while",
        body="if sum(map(len, state.discards)) > 60:\n    "
        + BUSY.format(1.3).replace("\n", "\n    "),
        whole=True,
    ),
    "a slow import": Broken("takes 5.", head="import time\ntime.sleep(5)\n"),
    "an import that computes": Broken(
        "cut after", "while", head=BUSY.format(5).replace("import time", "import time\n") + "\n"
    ),
    "an import too slow for a restart": Broken(
        "cut after",
        "while",
        head=BUSY.format(1.2).replace("import time", "import time\n") + "\n",
        whole=True,
    ),
    "loading too slow for a restart": Broken("loading", loading=BUSY.format(0.02), whole=True),
    # Memory, threads, streams, ends.
    "300 MB": Broken("MemoryError", "bytearray", init="self.block = bytearray(300 << 20)"),
    "300 MB in use": Broken("Memory", "self.block", init="self.block = list(range(10 ** 7))"),
    "210 MB": Broken("takes 2", init="self.block = b'1' * (190 << 20)"),
    "a global that grows": Broken(
        "grows by", head="seen = []\n", body="seen.append(bytes([1]) * (1 << 20))", whole=True
    ),
    "threads left": Broken(
        "threads",
        head="import threading, time\n",
        body="threading.Thread(target=time.sleep, args=(99,), daemon=True).start()",
    ),
    "prints": Broken("standard output", body="print('thinking')"),
    "writes to standard output": Broken(
        "standard output", head="import os\n", body="os.write(1, b'thinking')"
    ),
    "an exit by another name": Broken(
        "", head="import os\n", body="if state.turn == 2: getattr(os, '_' + 'exit')(0)"
    ),
    "recursion": Broken("RecursionError", "def one", body="def one(a): return one(a + 1)\none(1)"),
    # Errors at some decisions only.
    "loading raises": Broken("KeyError", "raise", loading="raise KeyError(player_id)"),
    "a claim raises": Broken(
        "ValueError", "raise", body="if state.decision == CLAIM: raise ValueError(1)"
    ),
    "a robbed kong raises": Broken(
        "ValueError", "raise", body="if state.decision == ROB: raise ValueError(1)", whole=True
    ),
    "a concealed kong has no tile": Broken(
        "TypeError",
        "sorted",
        body="sorted(meld.tile for own in state.melds for meld in own)",
        whole=True,
    ),
    "the wall's end": Broken("ZeroDivision", "1 //", body="if state.wall_last: 1 // 0", whole=True),
    "seat 3": Broken("IndexError", "[][0]", body="if state.seat == 3: [][0]", whole=True),
    "a replacement": Broken("KeyError", "{}[", body="if state.replacing: {}[1]", whole=True),
    "a fourth turn of West": Broken(
        "ValueError", "raise", whole=True, body="if state.prevalent_wind == 2: raise ValueError"
    ),
    "nothing": Broken("no answer", body="return None"),
    "a text": Broken("not an action", body="return 'HELLO'"),
    "an illegal action": Broken(
        "not legal", head="from mj_bot.events import Action\n", body="return Action('PLAY', 33)"
    ),
    "a remark that raises": Broken(
        "debug",
        "1 // 0",
        source=HEAD + "class Mine:\n    debug = property(lambda self: 1 // 0)\n"
        "    def __call__(self, state): return action_space(state)[0]\n",
    ),
    # The file.
    "no class": Broken("one class", source="x = 1\n"),
    "two classes": Broken(
        "one class", source="class A:\n    def __call__(self, state): pass\nclass B(A): pass\n"
    ),
    "an argument": Broken(
        "TypeError",
        source="class A:\n    def __init__(self, a): pass\n    def __call__(self, s): pass\n",
    ),
    "a failing module": Broken("ZeroDivisionError", "1 // 0", source="1 // 0\n"),
    "no Python": Broken("3.6", "this is", source="this is no Python\n"),
}
