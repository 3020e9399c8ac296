"""What a network sees: the same in C++ as in mj_bot, to the bit, at every recorded decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import mj_engine
from mj_bot.events import PENG
from mj_bot.features.columns import COLUMNS, columns
from mj_bot.features.hand_only import HAND_ONLY, hand_only
from mj_bot.features.look_ahead import LOOK_AHEAD, look_ahead
from mj_bot.features.planes import PLANES, planes
from mj_bot.melds import Meld
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.state import GameState
from mj_engine import features
from tests.mj_bot.features.games import asked, small_state
from tests.mj_engine.python_side import states_of
from tests.recorded import Recorded

FILES = ("botzone_matches", "judged_games", "rare_games")


def compare_look_ahead(matches: Sequence[dict[str, Any]], every: int) -> int:
    engine, nearest, compared = features.LookAhead(), Nearest(), 0
    for match in matches:
        for number, (state, _) in enumerate(asked(match)):
            if number % every == 0:
                where = (match["id"], state.seat, number)
                assert (engine(state) == look_ahead(state, nearest)).all(), where
                compared += 1
    return compared


def compare(match: dict[str, Any]) -> int:
    histories = {seat: features.PlaneHistory() for seat in range(4)}
    compared = 0
    for state, history in asked(match):
        seen = histories[state.seat]
        where = (match["id"], state.seat, compared)
        assert (features.columns(state) == columns(state)).all(), where
        assert (features.hand_only(state) == hand_only(state)).all(), where
        assert (features.planes(state, seen) == planes(state, history)).all(), where
        if state.drawn is not None or state.offered is not None:  # Not after a claim.
            seen.see(state)
        compared += 1
    return compared


# All of them, ten minutes: pytest -m slow tests/mj_engine/test_features.py.
STEPS = [20, pytest.param(1, marks=pytest.mark.slow)]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", FILES)
def test_recorded_games(recorded: Recorded, name: str, step: int) -> None:
    assert sum(map(compare, recorded(name)[::step])) > 6000 // step


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", FILES)
def test_looking_ahead_in_recorded_games(recorded: Recorded, name: str, step: int) -> None:
    every = 1 if step == 1 else 29
    assert compare_look_ahead(recorded(name)[::step], every) > 6000 // (step * every)


@pytest.mark.parametrize("flowers", [False, True])
def test_looking_ahead_from_the_last_decision(flowers: bool) -> None:
    """What is remembered of a seat's decisions, or of another seat's, changes nothing."""
    lot = np.random.default_rng(1)
    by_seat, by_anyone = [features.LookAhead() for _ in range(4)], features.LookAhead()
    greedy, compared = mj_engine.tactic("greedy"), 0
    for number in range(2):
        game = mj_engine.Game(mj_engine.wall_of_seed(f"ahead/{number}", flowers), number)
        game.advance()
        while (seat := game.to_move) is not None:
            seen = game.observation(seat)
            expected = features.LookAhead()(seen)
            assert (by_seat[seat](seen) == expected).all()
            assert (by_anyone(seen) == expected).all()
            # Any claim or kong half the time, so that melds come in between.
            wild = [action for action in seen.legal if action[:4] not in ("PLAY", "PASS", "HU")]
            is_wild = bool(wild) and lot.random() < 0.5
            game.play(wild[lot.integers(len(wild))] if is_wild else greedy.choose(game, seat))
            compared += 1
    assert compared > 100


def test_what_the_fast_table_shows() -> None:
    """Its observations, as they are and as states of mj_bot's that were sent the same requests."""
    game = mj_engine.Game(mj_engine.wall_of_seed("features"), 1)
    greedy = mj_engine.tactic("greedy")
    game.advance()
    compared = 0
    while (seat := game.to_move) is not None:
        seen, state = game.observation(seat), states_of(game)[seat]
        assert (features.columns(seen) == columns(state)).all()
        assert (features.hand_only(seen) == hand_only(state)).all()
        game.play(greedy.choose(game, seat))
        compared += 1
    assert compared > 50


def test_shapes_and_kinds() -> None:
    state = small_state()
    for found, feature in (
        (features.columns(state), COLUMNS),
        (features.hand_only(state), HAND_ONLY),
        (features.planes(state, features.PlaneHistory()), PLANES),
        (features.LookAhead()(state), LOOK_AHEAD),
    ):
        assert found.shape == feature.shape
        assert found.dtype == np.uint8
    assert features.planes(state, features.PlaneHistory(2)).shape == (27, 34, 4)


def test_a_hand_of_four_melds_claims_nothing_but_the_win() -> None:
    """No fifth meld is made, not even of tiles that no such hand holds."""
    state = small_state()
    state.hand = [2] + [0] * 33
    state.melds[0] = [Meld(PENG, tile, 1) for tile in (9, 10, 11, 12)]
    assert (features.columns(state) == columns(state)).all()
    assert (features.LookAhead()(state) == look_ahead(state, Nearest())).all()


def test_what_is_no_state() -> None:
    with pytest.raises(ValueError, match="a game that has begun"):
        features.columns(GameState())
    state = small_state()
    state.decision = 9
    with pytest.raises(ValueError, match="a decision that no game asks for"):
        features.columns(state)
    with pytest.raises(ValueError, match="0 to 6"):
        features.PlaneHistory(7)
