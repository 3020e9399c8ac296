"""One common wall: the table's games are the referee's, its states and values those in Python."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import SEATS
from mj_bot.state import GameState
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.runner.fast_engine import FastTable
from mj_lab.core.runner.unit import Table
from mj_lab.measure.arena.duel import Duel
from mj_lab.measure.check.legal import check_legality
from mj_lab.measure.check.twins import pieces
from mj_lab.measure.check.verify import disagreement
from tests.mj_engine.python_side import match_in, replayed, wall_with_flowers
from tests.recorded import decisions

# Own draws by the common count with which odds no longer believes in every hand.
LATE = 4


def walls(games: int) -> list[tuple[int, ...]]:
    plain = [mj_engine.wall_of_seed(f"common/{number}") for number in range(games // 2)]
    return plain + [tuple(wall_with_flowers(seed)) for seed in range(games // 2)]


def records(player: str, games: int) -> Iterator[Match]:
    played = mj_engine.play(walls(games), player, seed=3, common_wall=True, records=True)
    return map(Match.model_validate_json, played.records)


@pytest.mark.parametrize(("player", "end"), [("random", "HUANG"), ("greedy", "HU")])
def test_played_games_are_the_referees(player: str, end: str) -> None:
    ends = set()
    for match in records(player, 8):
        assert match.common_wall
        assert disagreement(match) is None
        assert check_legality(match).disagreements == []
        again = replayed(match)
        assert again.to_line(match.id, match.players) == to_line(match)
        ends.add((match.result.action, sum(again.walls) == 0))
    assert (end, end == "HUANG") in ends


def test_a_drawn_game_ends_with_the_last_tile_of_all() -> None:
    """Not with a seat's own: some draw more than a quarter of the wall."""
    most = 0
    for match in records("random", 40):
        if match.result.action != "HUANG":
            continue
        drawn = [
            seat
            for row in match.requests[2:]
            for seat in range(SEATS)
            if row[seat].startswith(("2 ", f"3 {seat} BUHUA"))
        ]
        flowers = sum(map(int, match.requests[1][0].split()[1:5]))
        assert len(drawn) == len(match.wall) - 52 - flowers
        most = max(most, *(drawn.count(seat) for seat in range(SEATS)))
    assert most > 23


def test_both_tables_play_the_same_duel() -> None:
    duel = Duel(("odds", "greedy"), quick=True, seed="common", common_wall=True)
    setup = duel.setup(record=True)
    fast, judge = FastTable(setup), Table(setup)
    for unit in islice(duel.units(), 2):
        here, there = judge.play(unit), fast.play([unit])[0]
        assert here.games == there.games
        assert [to_line(match) for match in here.matches] == [
            to_line(match) for match in there.matches
        ]


def late_decisions(games: int) -> Iterator[GameState]:
    played = mj_engine.play(walls(games), "greedy", common_wall=True, records=True)
    for record in played.records:
        match = match_in(record)
        for seen in decisions(match):
            if sum(seen.state.walls) < SEATS * LATE and len(action_space(seen.state)) > 1:
                yield seen.state.copy()


def test_odds_counts_own_draws_as_in_python() -> None:
    compared = 0
    for state in islice(late_decisions(40), 0, None, 9):
        different = [piece for piece in pieces(state) if not piece.same]
        assert different == []
        compared += 1
    assert compared > 10


def test_what_is_hidden_is_dealt_anew_around_the_same_wall() -> None:
    match = next(iter(records("greedy", 2)))
    game = mj_engine.Game(match.wall, match.quan, match.common_wall)
    for turn in range(30):
        game.submit(match.replies(turn))
    for seed in range(20):
        other = game.sampled(1, seed)
        assert other.walls == game.walls
        assert list(map(sum, other.hands)) == list(map(sum, game.hands))
        assert other.observation(1).unseen == game.observation(1).unseen
    game.advance()
    seat = game.to_move
    assert seat is not None
    legal = game.legal_for(seat)
    made = mj_engine.playouts(game, legal, 4, "greedy", worlds="sampled")
    assert made.shape == (len(legal), 4, SEATS) and not made.sum(axis=2).any()


def test_a_wall_needs_tiles_for_all_four_hands() -> None:
    mostly_flowers = [*range(34, 42), *range(34), *range(14)]
    with pytest.raises(ValueError, match="too many flowers"):
        mj_engine.Game(mostly_flowers, 0, True)
    with pytest.raises(ValueError):
        mj_engine.play(walls(2), "random", common_wall=[True, False, True])
