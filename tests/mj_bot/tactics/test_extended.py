"""A tactic that extends another, in a file of one's own: it plays by what it extends."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mj_bot
from mj_bot import tactics
from mj_bot.events import Request
from mj_bot.history import load_json
from mj_bot.nets import shipped
from mj_bot.nets.weights_file import WeightsError, pack_weights, unpack_weights
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of, tactic_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from tests.mj_bot.nets.layers import NETWORK_TACTICS, tiny_weights

PACKAGE = Path(mj_bot.__file__).parent
# Of expectimax one layer without a limit: the clock would decide else.
OPTIONS = {"expectimax": "@depth=1,seconds=0"}
TURN = {"requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"]}
EXTENDED = '''"""Tactic `mine`: {base} under another name."""

from .{base} import {made}


class Mine({made}):
    """What it extends, and nothing else."""

    name = "mine"
'''


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__])
    yield
    sys.modules.pop("mj_bot.tactics.mine", None)


def extended(folder: Path, base: str) -> str:
    made = tactics.class_of(base).__name__
    (folder / "mine.py").write_text(EXTENDED.format(base=base, made=made))
    return tactics.add_file(str(folder / "mine.py"))


class Listening(TacticPlayer):
    """Notes the remarks on its answers."""

    remarks: list[str]

    def begin(self, seat: int) -> None:
        super().begin(seat)
        self.remarks = []

    def ask(self, request: Request) -> Any:
        reply = super().ask(request)
        self.remarks.append(self.debug)
        return reply


@pytest.mark.parametrize("base", tactics.names())
def test_it_plays_explains_and_remarks_like_what_it_extends(tmp_path: Path, base: str) -> None:
    games = []
    for name in (extended(tmp_path, base), base):
        spec = name + OPTIONS.get(base, "")
        player = Listening(partial(tactic_of, spec), name, 3)
        game = Game(wall_of_seed(1), 0)
        turns = play(game, [player, *(player_of("greedy")(seat) for seat in range(1, 4))])
        assert game.result is not None and game.result.action in ("HU", "HUANG"), game.result
        explain = tactics.explain_of(tactics.load(spec, seed=3))
        games.append((turns, player.remarks, explain and explain(load_json(TURN))))
    assert games[0] == games[1]


def packed(tactic: str, seed: int) -> bytes:
    weights = tiny_weights(tactic, seed)
    return pack_weights(weights.header, weights.tensors)


def explained(name: str, **options: Any) -> Any:
    explain = tactics.explain_of(tactics.load(name, **options))
    assert explain is not None
    return explain(load_json(TURN))


@pytest.mark.parametrize("place", ["mine.mjw", "mine/weights.mjw"])
@pytest.mark.parametrize("base", NETWORK_TACTICS)
def test_weights_of_its_own_go_before(tmp_path: Path, base: str, place: str) -> None:
    (tmp_path / "mine").mkdir()
    data = packed(base, 4)
    (tmp_path / place).write_bytes(data)
    own = explained(extended(tmp_path, base))
    assert own == explained(base, weights=unpack_weights(data, place))
    assert own != explained(base)


@pytest.mark.parametrize("line", ['name = "mine"', 'name = "other"', ""])
def test_the_name_of_the_file_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """As `handin.py` packs what `mine@weights=FILE` names."""
    data = packed("learned", 4)
    monkeypatch.setattr(shipped, "_data", lambda _, name: {"weights/mine.mjw": data}.get(name))
    extended(tmp_path, "learned")
    file = tmp_path / "mine.py"
    file.write_text(file.read_text().replace('name = "mine"', line))
    assert explained("mine") == explained("learned", weights=unpack_weights(data, "its"))


def test_damaged_weights_of_its_own_are_told_and_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.mjw").write_bytes(packed("net", 4)[:-100])
    name = extended(tmp_path, "net")
    with pytest.raises(WeightsError, match=r"^mine\.mjw: .*cut short"):
        tactics.load_itself(name)
    assert type(tactics.load(name)).__mro__[1].__name__ == "Odds"
    assert capsys.readouterr().err.startswith("tactic mine: mine.mjw: ")


TRY = """
import json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
from mj_bot import tactics
from mj_bot.history import load_json
from mj_bot.tactics.mine import Mine
tactic = tactics.load_itself("mine")
assert tactics.__file__.startswith(sys.argv[1]), tactics.__file__
assert pkgutil.get_data(Mine.__module__, "mine/book.json") == b"{}"
print(tactic(load_json(json.loads(sys.argv[2]))))
"""


def zipped(path: Path, tactic: Path, *left_out: str) -> Path:
    """The whole bot in a zip, with a tactic beside the others."""
    with zipfile.ZipFile(path, "w") as file:
        for one in sorted(PACKAGE.rglob("*")):
            if one.is_file() and one.suffix != ".pyc" and one.name not in left_out:
                file.write(one, one.relative_to(PACKAGE.parent).as_posix())
        file.write(tactic, "mj_bot/tactics/mine.py")
        file.writestr("mj_bot/tactics/mine/book.json", "{}")
    return path


def tried(python: str, archive: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-c", TRY, archive, json.dumps(TURN)],
        capture_output=True,
        text=True,
        check=False,
        cwd=archive.parent,
    )


@pytest.mark.parametrize("base", ["learned", "net"])
def test_in_a_zip_it_finds_the_weights_of_what_it_extends(tmp_path: Path, base: str) -> None:
    name = extended(tmp_path, base)
    archive = zipped(tmp_path / "bot.pyz", tmp_path / "mine.py")
    done = tried(sys.executable, archive)
    assert done.stdout.strip() == str(tactics.load(name)(load_json(TURN))), done.stderr


def test_in_a_zip_it_finds_them_on_the_platforms_python_too(tmp_path: Path, python36: str) -> None:
    archive = zipped(tmp_path / "bot.pyz", tmp_path / f"{extended(tmp_path, 'learned')}.py")
    done = tried(python36, archive)
    lacking = "No module named 'numpy'" in done.stderr
    assert lacking or done.stdout.strip() == tried(sys.executable, archive).stdout.strip() != ""


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    extended(tmp_path, "learned")
    archive = zipped(tmp_path / "bot.pyz", tmp_path / "mine.py", "learned.mjw")
    done = tried(sys.executable, archive)
    assert done.stderr.splitlines()[-1].endswith(
        "WeightsError: weights/mine.mjw, weights/learned.mjw: there is no such file in the package"
    )


def test_it_has_the_options_that_its_own_init_takes(tmp_path: Path) -> None:
    extended(tmp_path, "odds")
    file = tmp_path / "mine.py"
    file.write_text(
        file.read_text()
        + "\n    def __init__(self, bonus=0.5):\n        super().__init__()\n"
        + "        self.bonus = bonus\n"
    )
    assert tactics.load("mine@bonus=2").bonus == 2  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="mine has no option 'defence'"):
        tactics.load("mine@defence=1")
