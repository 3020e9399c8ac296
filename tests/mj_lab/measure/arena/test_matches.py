"""Matches of several hands in a league: who sits where, what is said, what is paid."""

import sys
from collections.abc import Iterator
from itertools import groupby, permutations
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.nets.weights_file import write_weights
from mj_bot.state import Standing
from mj_lab.core.runner.engine import EngineError, LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Table
from mj_lab.measure.arena.league import League, run_league
from mj_lab.measure.arena.report.league_summary import league_summary
from mj_lab.measure.arena.swiss import Pairing
from tests.command import refused
from tests.mj_bot.learned.models import made_up

# Writes down every standing that it is given, and ends its games at once by a fault.
WATCHER = """
from mj_bot.events import HU, PASSING, PLAYS, Action

TOLD = []


class Watcher:
    def __init__(self, seed=0):
        self._first = True

    def __call__(self, state):
        if self._first:
            TOLD.append((state.standing, state.seat, state.prevalent_wind))
            self._first = False
        if state.drawn is None:
            return PASSING
        return Action(HU) if sum(state.unseen) % 5 == 0 else PLAYS[state.drawn]
"""

TABLE = Pairing(((0, 1, 2, 3),), ())


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[list[Any]]:
    """What the tactic `watcher` was given."""
    folder = tmp_path / "watcher"
    folder.mkdir()
    (folder / "watcher.py").write_text(WATCHER, encoding="utf-8")
    path = list(tactics.__path__)
    tactics.__path__.append(str(folder))
    tactics.load("watcher")
    yield sys.modules["mj_bot.tactics.watcher"].TOLD
    tactics.__path__[:] = path
    sys.modules.pop("mj_bot.tactics.watcher", None)


def played_units(league: League) -> list[Played]:
    table = Table(league.setup())
    return [table.play(unit) for unit in league.units(0, TABLE)]


def test_tactics_are_told_how_the_match_stands(watcher: list[Any]) -> None:
    league = League(("watcher",) * 4, rounds=1, seatings=4, match=4)
    units = played_units(league)
    games = [game for unit in units for game in unit.games]
    assert len(games) == 16
    # From game to game another hand; not every seat is asked before a game is over.
    told = [list(some) for _, some in groupby(watcher, key=lambda one: one[0].hand)]
    assert len(told) == 16
    totals = [0] * 4
    for number, (game, some) in enumerate(zip(games, told, strict=True)):
        if number % 4 == 0:
            totals = [0] * 4
        east, south, west, north = (totals[player] for player in game.seating)
        expected = Standing(number % 4, 4, (east, south, west, north))
        assert {standing for standing, _, _ in some} == {expected}
        assert len({seat for _, seat, _ in some}) == len(some)
        for player, score in zip(game.seating, game.scores, strict=True):
            totals[player] += score
    assert any(any(standing.totals) for standing, _, _ in watcher)


def test_outside_of_matches_nobody_tells(watcher: list[Any]) -> None:
    played_units(League(("watcher",) * 4, rounds=1, seatings=4))
    assert {standing for standing, _, _ in watcher} == {None}


def test_winds_and_seats_go_as_in_a_tournament(lottery: str) -> None:
    league = League((lottery,) * 4, rounds=1, seatings=24, match=16)
    units = list(league.units(0, TABLE))
    assert len(units) == league.unit_count() == 24
    assert {unit.seatings[0] for unit in units} == set(permutations(range(4)))
    for unit in units[:3]:
        games = list(unit.games())
        assert [game.wall.prevalent_wind for game in games] == [hand // 4 for hand in range(16)]
        assert len({game.wall.id for game in games}) == 16
        east = [game.seating[0] for game in games]
        for first in range(0, 16, 4):
            assert sorted(east[first : first + 4]) == [0, 1, 2, 3]
        # After a round the two pairs change seats: 1-2 and 3-4, then 1-3 and 2-4 over again.
        start = unit.seatings[0]
        assert games[4].seating == (start[1], start[0], start[3], start[2])
        assert games[8].seating == (start[2], start[3], start[1], start[0])
        assert games[12].seating == (start[3], start[2], start[0], start[1])


def test_a_match_pays_table_points_by_its_sum(lottery: str, tmp_path: Path) -> None:
    league = League((lottery,) * 5, rounds=2, seatings=4, match=4)
    with Store(tmp_path / "db", league.settings()) as store:
        run = run_league(league, LocalEngine(1), store)
    summary = league_summary(run).to_json()
    assert summary["match"] == 4
    assert summary["games"] == 2 * 4 * 4
    assert sum(one["points"] for one in summary["standings"]) == pytest.approx(2 * 7)
    assert sum(one["matches"] for one in summary["standings"]) == 2 * 4 * 4
    for wall in run.walls:
        # Counted again: the players of a match by their sums, equals dealt with one by one.
        paid = dict.fromkeys(wall.scores, 0.0)
        for first in range(0, 16, 4):
            sums = dict.fromkeys(wall.scores, 0)
            for game in wall.games[first : first + 4]:
                for player, score in zip(game.seating, game.scores, strict=True):
                    sums[player] += score
            for player, total in sums.items():
                level = [place for place, other in enumerate(sorted(sums.values(), reverse=True))
                         if other == total]  # fmt: skip
                paid[player] += sum((4, 2, 1, 0)[place] for place in level) / len(level) / 4
        assert wall.points == pytest.approx(paid)
    with Store(tmp_path / "db", league.settings()) as store:
        again = league_summary(run_league(league, LocalEngine(1), store)).to_json()
    del again["timing"], summary["timing"]
    assert again == summary


def test_the_fast_table_plays_the_same_matches(tmp_path: Path) -> None:
    from mj_lab.core.runner.fast_engine import FastTable

    league = League(("greedy", "random", "greedy", "random"), rounds=1, seatings=4, match=4)
    unit = next(iter(league.units(0, TABLE)))
    assert FastTable(league.setup()).play([unit])[0].games == Table(league.setup()).play(unit).games


def test_the_fast_table_refuses_who_goes_by_the_standing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mj_bot.tactics.learned import Learned
    from mj_lab.core.runner.fast_engine import FastTable

    monkeypatch.setattr(Learned, "sees_standing", True)
    weights = made_up(1)
    path = tmp_path / "some.mjw"
    write_weights(str(path), weights.header, weights.tensors, "float32")
    specs = (f"learned@weights={path}", "greedy", "greedy", "greedy")
    with pytest.raises(EngineError, match="plays by the standing"):
        FastTable(League(specs, rounds=1, match=4).setup())
    FastTable(League(specs, rounds=1).setup())


@pytest.mark.parametrize("hands", ["3", "0", "-4", "17"])
def test_a_match_of_other_hands_is_refused(hands: str) -> None:
    said = refused("league", *["random"] * 4, "--hands", hands)
    assert f"4 or 16 hands, not {hands}" in said
