"""Tactics from the report alone are built as they are, and play without a fault.

The whole rehearsal of each is one of the slow proofs in test_rehearsal.py.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_bot.botzone.answer import faults_of
from mj_bot.events import Request
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.game.walls import wall_of_seed
from tests.reader import copy_of_the_tree
from tests.rehearsal.report_tactics import MINE, OF_THE_REPORT

GAMES = 10


class Watched:
    """A program whose remarks are looked at: the bot says there what it did not answer itself."""

    def __init__(self, archive: Path) -> None:
        self.name = "mine"
        self.faults: list[str] = []
        self._program = ProgramPlayer([sys.executable, str(archive)], "mine", keep=True)

    def begin(self, seat: int) -> None:
        self._program.begin(seat)

    def ask(self, request: Request) -> Reply:
        reply = self._program.ask(request)
        self.faults += faults_of(self._program.debug)
        return reply

    def end(self) -> None:
        self._program.end()


def play_ten(mine: Player) -> None:
    for number in range(GAMES):
        players: list[Player] = [player_of("greedy")(seat) for seat in range(4)]
        players[number % 4] = mine
        game = Game(wall_of_seed(number), number % 4)
        play(game, players)
        assert game.result is not None
        assert game.result.action in ("HU", "HUANG"), game.result


@pytest.mark.parametrize("source", OF_THE_REPORT.values(), ids=OF_THE_REPORT)
def test_it_plays_by_its_file(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__])
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.mine", raising=False)
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    play_ten(player_of(str(file))(0))
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.mine")


def test_it_is_built_from_the_package_and_plays(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    copy_of_the_tree(tree)
    (tree / "mj_bot" / "tactics" / "mine.py").write_text(MINE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "handin.py", "--tactic", "mine", "-o", "mine.pyz", "--quick"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nrehearsed: " in done.stdout
    mine = Watched(tree / "mine.pyz")
    play_ten(mine)
    assert mine.faults == []
