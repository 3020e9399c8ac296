"""Tactics from the report alone play without a fault; test_rehearsal.py builds them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from tests.rehearsal.report_tactics import OF_THE_REPORT


@pytest.mark.parametrize("source", OF_THE_REPORT.values(), ids=OF_THE_REPORT)
def test_it_plays_by_its_file(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__])
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.mine", raising=False)
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    for number in range(10):
        players: list[Player] = [player_of("greedy")(seat) for seat in range(4)]
        players[number % 4] = player_of(str(file))(0)
        game = Game(wall_of_seed(number), number % 4)
        play(game, players)
        assert game.result is not None
        assert game.result.action in ("HU", "HUANG"), game.result
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.mine")
