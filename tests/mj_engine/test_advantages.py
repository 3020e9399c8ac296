"""Tried decisions are what playouts of the same actions in the same worlds say."""

from pathlib import Path

import numpy as np
import pytest

import mj_engine
from mj_bot.learned.candidate_features import NAMES
from mj_bot.nets.weights_file import pack_weights
from mj_engine.advantages import CollectOptions, collect_decisions, forecast_rows, roll_out
from mj_engine.odds import Odds
from mj_engine.play import seeds_of
from tests.mj_bot.learned.models import made_up

WALLS = [mj_engine.wall_of_seed(f"tried/{number}") for number in range(6)]
OPTIONS = CollectOptions(gap=5.0, claim_gap=8.0, decisions=100, actions=3, draws=2, claim_draws=0)
Arrays = dict[str, np.ndarray]


@pytest.fixture(scope="module")
def tried() -> Arrays:
    return collect_decisions(WALLS, "odds", OPTIONS, seed=3)


def decisions_of(number: int) -> list[tuple[mj_engine.Game, int, mj_engine.Observation]]:
    """All decisions of a game of `odds` that it has to think about, each with its table."""
    odds, found = Odds(), []
    game = mj_engine.Game(WALLS[number], number % 4)
    while not game.over:
        seat = game.to_move
        if seat is None:
            game.advance()
            continue
        observation = game.observation(seat)
        found.append((game.copy(), seat, observation))
        game.play(odds.choose(observation), seat)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("others", [None, "greedy"])
def test_each_score_is_that_of_a_playout_in_the_true_world(
    tried: Arrays, others: str | None
) -> None:
    if others is not None:
        tried = collect_decisions(WALLS[:2], "odds", OPTIONS, others=others, seed=3)
    checked = 0
    for number in (0, 1):
        by_seat = dict.fromkeys(range(4), 0)
        places = {}
        for game, seat, observation in decisions_of(number):
            wins = "HU" in observation.legal
            if wins or (len(observation.legal) == 1 and observation.decision != 1):
                continue
            places[seat, by_seat[seat]] = game
            by_seat[seat] += 1
        for row in np.flatnonzero(tried["game"] == number)[::5]:
            seat, count = int(tried["seat"][row]), tried["count"][row]
            game = places[seat, int(tried["place"][row])]
            actions = [mj_engine.action_name(int(one)) for one in tried["action"][row, :count]]
            around = ["odds" if place == seat else others or "odds" for place in range(4)]
            if tried["kind"][row] == 2:
                if others is not None:
                    continue  # The others' answers to the same discard are still those of odds.
                whole = mj_engine.playouts(game, actions, 1, around, seat=seat)
                scores = whole[:, 0, seat].astype(np.float32)
            else:
                scores = mj_engine.playouts_to_draw(game, actions, 1, 2, around, seat=seat)[:, 0]
            assert tried["outlook"][row, :count, 0] == pytest.approx(scores, abs=1e-5)
            checked += 1
    assert checked > 10


def test_the_same_players_around_change_nothing(tried: Arrays) -> None:
    again = collect_decisions(WALLS[:2], "odds", OPTIONS, others="odds", seed=3)
    count = len(again["game"])
    for name, column in again.items():
        # The luck of what was taken is a difference of two sums, in float32.
        rounding = 1e-5 if name == "luck" else 0.0
        assert column == pytest.approx(tried[name][:count], rel=0, abs=rounding)


def test_features_and_values_are_those_of_the_candidates(tried: Arrays) -> None:
    assert tried["features"].shape[1:] == (3, len(NAMES))
    there = np.arange(3) < tried["count"][:, None]
    value = tried["features"][..., NAMES.index("value")]
    assert value[there] == pytest.approx(tried["value"][there])
    # What all candidates of a decision share, they share.
    turn = tried["features"][:, :, NAMES.index("turn")]
    assert (turn[:, 0] == turn[:, 1]).all()
    ended = tried["ended"].astype(bool)
    assert (tried["outlook_features"][ended] == 0).all()
    assert (tried["outlook_features"][~ended] != 0).any(axis=1).all()


def test_what_is_tried_is_near_what_was_taken(tried: Arrays) -> None:
    second = tried["value"][:, 0] - tried["value"][:, 1]
    claims = tried["kind"] == 2
    assert (second[~claims] < 5).all()
    assert (second[claims] < 8).all()
    assert {1, 2} == set(tried["kind"])
    assert (tried["count"] >= 2).all()
    names = [mj_engine.action_name(int(one)).split()[0] for one in tried["action"][claims, 0]]
    others = [mj_engine.action_name(int(one)).split()[0] for one in tried["action"][claims, 1]]
    # To pass or not, or which claim: never two discards after the same.
    assert all(one != other or one == "CHI" for one, other in zip(names, others, strict=True))


@pytest.mark.thorough
def test_it_depends_on_the_seed_and_not_on_threads(tried: Arrays) -> None:
    again = collect_decisions(WALLS, "odds", OPTIONS, seed=3, threads=3)
    assert all(np.array_equal(tried[name], again[name]) for name in tried)
    options = CollectOptions(decisions=2, worlds=2, draws=1, claim_draws=1)
    few = collect_decisions(WALLS, "odds", options, seed=3)
    assert (np.bincount(few["game"]) == 2).all()
    other = collect_decisions(WALLS, "odds", options, seed=4)
    assert not np.array_equal(few["place"], other["place"])
    # The true world and one with other walls.
    assert (few["outlook"][:, :, 0] != few["outlook"][:, :, 1]).any()


def test_who_has_no_candidates_and_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="without candidates"):
        collect_decisions(WALLS[:1], "greedy", OPTIONS)
    with pytest.raises(ValueError, match="2 or more"):
        collect_decisions(WALLS[:1], "odds", CollectOptions(actions=1))


def test_a_forecast_has_the_decisions_of_the_seats_that_have_candidates() -> None:
    found = forecast_rows(WALLS[:1], ["greedy", "odds"], seatings=[[0, 1, 0, 1]])
    assert set(found["seat"]) == {1, 3}


def test_luck_is_nothing_on_average_and_much_of_what_is_chance(tried: Arrays) -> None:
    luck = tried["luck"][:, :2, 0]
    by_game = np.array([luck[tried["game"] == number, 1].mean() for number in range(len(WALLS))])
    assert abs(by_game.mean()) < 4 * by_game.std(ddof=1) / np.sqrt(len(WALLS))
    more_luck, more = luck[:, 1] - luck[:, 0], np.diff(tried["outlook"][:, :2, 0], axis=1)[:, 0]
    assert np.corrcoef(more_luck, more)[0, 1] > 0.2


def test_some_of_the_games_are_rolled_out_alike_by_their_own_seeds(tmp_path: Path) -> None:
    path = tmp_path / "drawing.mjw"
    path.write_bytes(pack_weights(*made_up(1), "float32"))
    player = f"learned@weights={path},within=3,temperature=1"
    whole = roll_out(WALLS[:2], player, 3.0, seed=3)
    chosen = whole["chosen"][whole["game"] == 1]
    for seeds, alike in ((seeds_of(3, 2)[1:], True), (seeds_of(4, 2)[1:], False)):
        last = roll_out(WALLS[1:2], player, 3.0, prevalent_winds=[1], seeds=seeds)
        assert np.array_equal(last["chosen"], chosen) == alike
    with pytest.raises(ValueError, match="as many as there are games"):
        roll_out(WALLS[:2], player, 3.0, seeds=seeds_of(3, 1))
