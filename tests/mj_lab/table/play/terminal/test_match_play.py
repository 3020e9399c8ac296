"""A match at the terminal: the hands that are played and saved, the sums between them."""

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mj_bot import tactics
from mj_lab.core.game.seating import players_by_seat, prevalent_wind_of
from mj_lab.core.game.walls import Wall, wall_of_seed, write_walls
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.terminal.match_play import play_match, walls_of_match
from tests.command import ended, mj, refused

PLAYERS = ["greedy", "random", "greedy", "random"]


def test_a_match_of_four_hands() -> None:
    printed = StringIO()
    walls = walls_of_match(4, None, 11)
    assert [wall.prevalent_wind for wall in walls] == [0] * 4
    assert len({wall.id for wall in walls}) == 4
    matches = play_match(Console(file=printed, width=120), PLAYERS, walls, "match")
    assert [match.id for match in matches] == ["match-1", "match-2", "match-3", "match-4"]
    assert [disagreement(match) for match in matches] == [None] * 4
    totals = [0] * 4
    for hand, match in enumerate(matches):
        assert match.players == tuple(PLAYERS[player] for player in players_by_seat(hand))
        for player, score in zip(players_by_seat(hand), match.scores, strict=True):
            totals[player] += score
    said = printed.getvalue()
    assert said.count("Standing 积分") == 3 and said.count("Match 比赛结果") == 1
    told = re.findall(r"│ \d │ \w+ +│ +([+-]\d+) +│ [\d.]+ +│", said)
    assert [int(total) for total in told] == sorted(totals, reverse=True)


def test_sixteen_walls_have_all_winds(tmp_path: Path) -> None:
    assert [wall.prevalent_wind for wall in walls_of_match(16, None, 0)] == [
        prevalent_wind_of(hand) for hand in range(16)
    ]
    path = tmp_path / "walls"
    write_walls(path, [Wall(wall_of_seed(number), 3) for number in range(5)])
    found = walls_of_match(4, path, 0)
    # The file's walls in their order, under the winds of the match.
    assert [wall.tiles for wall in found] == [wall_of_seed(number) for number in range(4)]
    assert {wall.prevalent_wind for wall in found} == {0}
    told = refused("play", *PLAYERS, "--hands", "16", "--walls", path)
    assert "walls for 5 hands, not for 16" in told


def test_all_hands_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    done = mj("play", *["random"] * 4, "--hands", "4", "--seed", "2", "-o", path)
    assert done.returncode == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["id"] for line in lines] == [f"wall-2-{hand + 1}" for hand in range(4)]
    assert "saved" in done.stdout


ILLEGAL = '''"""Tactic `illegal`: says what no rule knows."""


class Illegal:
    """Discards a red dragon, whatever its hand is."""

    def __call__(self, state):
        """Always the same."""
        from mj_bot.events import PLAY, Action
        from mj_bot.tiles import tile_of

        return Action(PLAY, tile_of("J1"))
'''


def test_who_is_faulted_reads_why_and_how_to_look_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "illegal.py").write_text(ILLEGAL)
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.illegal", raising=False)
    saved = tmp_path / "match.json"
    words = ("play", "illegal", "greedy", "random", "greedy", "--seed", "3")
    said = mj(*words, "-o", saved).stdout
    assert "illegal is faulted, WA" in said
    found = re.search(r"turn (\d+), asked '(\S+ .+)': answered 'PLAY J1'; legal: (.*)", said)
    assert found is not None
    assert "PLAY" in found[3] or found[3].startswith("PASS")
    assert "PLAY J1" not in found[3]
    looked = re.search(r"mj explain FILE.json (--seat 0 --at \d+ --tactic illegal)", said)
    assert looked is not None
    done = mj("explain", saved, *looked[1].split())
    assert done.returncode == 0 and "illegal: PLAY J1" in done.stdout


def test_a_tactic_that_does_not_load_is_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_one.py").write_text("import sys\n\nsys.exit(1)\n")
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    code, out, _ = ended("arena", "tactics")
    assert code == 0 and "learned (the default): " in out
    assert "broken_one: does not load: SystemExit: 1 (broken_one.py:3)\n" in out
    said = refused("play", "broken_one", *["random"] * 3)
    assert said == "mj: tactic broken_one: SystemExit: 1 (broken_one.py:3)\n"
