"""Tactics that work on Botzone, one of each kind that an author may write."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mj_bot.nets.weights_file import write_weights
from mj_bot.tactics import names
from tests.documents import ROOT
from tests.mj_bot.nets.layers import tiny_weights
from tests.rehearsal.report_tactics import OF_THE_REPORT

EXAMPLES = sorted((ROOT / "examples" / "tactics").glob("*.py"))
HEAD = "from mj_bot.actions import action_space\n"
FIRST = "    def __call__(self, state):\n        return action_space(state)[0]\n"
CLASSES = {name: "".join(map(str.capitalize, name.split("_"))) for name in names()}


class Sound(NamedTuple):
    """A tactic: its source, as mine.py; spec: how it is named; prepare: what lies beside it."""

    source: str
    spec: str = "mine.py"
    options: tuple[str, ...] = ()
    prepare: Callable[[Path], object] | None = None


def subclass(name: str) -> str:
    """A tactic of the package with a name of its own."""
    made = CLASSES[name]
    return f"from mj_bot.tactics.{name} import {made}\n\n\nclass Mine({made}):\n    name = 'mine'\n"


def first(body: str, head: str = "", init: str = "self.debug = ''") -> str:
    """A tactic that plays the first legal action after what the body does."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    call = f"    def __call__(self, state):\n{lines}        return action_space(state)[0]\n"
    start = "".join(f"        {line}\n" for line in init.splitlines())
    return f"{HEAD}{head}\n\nclass Mine:\n    def __init__(self):\n{start}\n{call}"


def _own_weights(folder: Path) -> None:
    weights = tiny_weights("net")
    write_weights(str(folder / "mine.mjw"), weights.header, weights.tensors)


def _own_table(folder: Path) -> None:
    (folder / "mine").mkdir()
    data = io.BytesIO()
    np.savez(data, table=np.arange(34))
    (folder / "mine" / "book.npz").write_bytes(data.getvalue())


def _package(folder: Path) -> None:
    (folder / "bots").mkdir()
    (folder / "bots" / "__init__.py").write_text("")
    (folder / "bots" / "best.py").write_text("BEST = 0\n")
    (folder / "bots" / "agent.json").write_text("[0]")
    (folder / "bots" / "agent.py").write_text(
        HEAD + "import json, pkgutil\nfrom bots.best import BEST\n\n\nclass Agent:\n"
        "    def __init__(self):\n"
        "        self.place = json.loads(pkgutil.get_data('bots', 'agent.json').decode())[BEST]\n"
        "    def __call__(self, state):\n        return action_space(state)[self.place]\n"
    )


SOUND = {
    **{f"example {path.stem}": Sound(path.read_text("utf-8")) for path in EXAMPLES},
    **{name: Sound(source) for name, source in OF_THE_REPORT.items()},
    **{f"of {name}": Sound(subclass(name)) for name in names()},
    "the least": Sound(f"{HEAD}\n\nclass Mine:\n{FIRST}"),
    "an option": Sound(
        f"{HEAD}\n\nclass Mine:\n    def __init__(self, cost=1.0):\n        self.a = cost\n{FIRST}",
        spec="mine.py@cost=2.5",
    ),
    "own json": Sound(
        first(
            "self.debug = str(self.weights)",
            "import json, pkgutil\n",
            "self.weights = json.loads(pkgutil.get_data(__name__, 'mine.json').decode())",
        ),
        prepare=lambda folder: (folder / "mine.json").write_text(json.dumps([1, 2])),
    ),
    "own folder": Sound(
        first(
            "self.debug = str(self.table.sum())",
            "import io, pkgutil\nimport numpy as np\n",
            "data = pkgutil.get_data(__name__, 'mine/book.npz')\n"
            "self.table = np.load(io.BytesIO(data))['table']",
        ),
        prepare=_own_table,
    ),
    "own weights": Sound(subclass("net"), prepare=_own_weights),
    "given weights": Sound(subclass("net"), "mine.py@weights=mine.mjw", prepare=_own_weights),
    "a class elsewhere": Sound("", "py:bots.agent:Agent", prepare=_package),
    "a module of its own": Sound(
        f"{HEAD}\n\nclass Own:\n{FIRST}",
        "py:mine:Own",
    ),
    "a helper beside it": Sound(
        first("self.debug = str(place(state))", "from ._mine_helper import place\n"),
        prepare=lambda folder: (folder / "_mine_helper.py").write_text(
            "def place(state):\n    return state.seat\n"
        ),
    ),
    "the handed deadline": Sound(
        first(
            "self.best = action_space(state)[0]\n"
            "while monotonic() < min(self.until, monotonic() + 0.01): break",
            "from time import monotonic\n",
            "self.until = 0.0\nself.best = None",
        ),
    ),
    "loading": Sound(
        first("pass", init="self.seen = 0")
        + "\n    def loading(self, state, player_id, action):\n        self.seen += 1\n"
    ),
    "a thread that is joined": Sound(
        first("one = Thread(target=int)\none.start()\none.join()", "from threading import Thread\n")
    ),
    "a warning of numpy's": Sound(
        first("self.debug = str(np.float64(1) / np.float64(0))", "import numpy as np\n")
    ),
    "scipy": Sound(
        first("self.debug = str(special.gamma(3))", "from scipy import special\n"),
        options=("--platform-import", "scipy"),
    ),
    "a remark in Chinese": Sound(first("self.debug = '听牌' * 300")),
}
