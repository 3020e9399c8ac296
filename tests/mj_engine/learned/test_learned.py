"""`learned` in C++ sees the features that Python sees and chooses what Python chooses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.learned.candidate_features import NAMES, candidate_features
from mj_bot.nets.weights_file import write_weights
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_engine import _core
from mj_engine.learned import CandidateFeatures
from mj_engine.odds import tables
from tests.mj_bot.learned.models import made_up
from tests.mj_engine.odds import python_odds
from tests.mj_engine.python_side import PLAIN_ODDS, begun, match_in, states_of_games
from tests.recorded import Recorded, decisions

# What depends on the hand value, a sum of float32 in another order; all else is the same.
VALUED = (
    "best value close value_turn value_threat win win_turn win_threat win_last size size_turn"
    " rate rate_turn risk_win ready fan_win dearest_win"
)
IS_VALUED = np.array(
    [name in VALUED.split() or name.endswith(("_gain", "_last")) for name in NAMES]
)
# Relative, or of a number below 1 absolute; see `python_odds.alike` for the values.
SAME, WITHIN = 1e-12, 1e-4


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The names of tactics with models made at random, drawing or not."""
    folder = tmp_path_factory.mktemp("models")
    names = {}
    for hidden, kind in ((0, "linear"), (8, "two layers")):
        path = folder / f"{hidden}.mjw"
        weights = made_up(3, hidden, margin=0.2)
        write_weights(str(path), weights.header, weights.tensors, "float32")
        names[kind] = f"learned@weights={path}"
    names["drawn"] = names["linear"] + ",margin=0,temperature=0.7"
    return names


def compare_features(states: Iterable[GameState]) -> int:
    """Compares all that have a choice; returns how many rows.

    A value may differ where rounding turned whether a tile makes a hand better: in one decision of
    a thousand, as in the tests of `odds`.
    """
    engine, search = CandidateFeatures(), OddsEvaluator()
    rows, asked, apart = 0, 0, 0
    for state in states:
        if len(action_space(state)) == 1:
            continue
        asked += 1
        wanted = candidate_features(state, list(search.candidates(state)))
        found = engine(state)
        assert found.shape == wanted.shape and found.dtype == wanted.dtype
        beyond = np.abs(found - wanted) / np.maximum(np.abs(wanted), 1)
        assert beyond[:, ~IS_VALUED].max() <= SAME, NAMES
        apart += bool(beyond.max() > WITHIN)
        rows += len(found)
    assert apart <= asked // 1000
    return rows


def compare_choices(name: str, walls: Iterable[int]) -> int:
    """Holds every answer of games that the native tactic plays against Python; returns how many.

    Of two actions that Python values alike, to within what values are held to, either will do.
    """
    compared = 0
    for wall in walls:
        seeds = [wall * 4 + seat for seat in range(4)]
        tiles = mj_engine.wall_of_seed(wall)
        (record,) = mj_engine.play([tiles], name, seeds=[seeds], records=True).records
        seats: list[Any] = [load(name, seed=seed) for seed in seeds]
        match = match_in(record)
        for seen in decisions(match):
            if len(action_space(seen.state)) == 1:
                continue
            compared += 1
            tactic, answered = seats[seen.seat], match["responses"][seen.turn][seen.seat]
            if str(tactic(seen.state)) != answered:
                by_action = {str(one.action): one.value for one in tactic._candidates}
                best = max(by_action.values())
                assert by_action[answered] == pytest.approx(best, rel=python_odds.WITHIN), (
                    wall,
                    tactic.debug,
                )
    return compared


@pytest.mark.parametrize(
    ("file", "step", "least"),
    [
        ("reference_decisions", 60, 300),
        pytest.param("reference_decisions", 1, 20_000, marks=pytest.mark.slow),
        *(
            pytest.param(file, 1, 5_000, marks=pytest.mark.slow)
            for file in ("judged_games", "rare_games", "botzone_matches")
        ),
    ],
)
def test_features_of_recorded_decisions(
    recorded: Recorded, file: str, step: int, least: int
) -> None:
    lines = recorded(file)[3 % step :: step]
    if file == "reference_decisions":
        assert compare_features(map(load_json, lines)) > least
    else:
        assert compare_features(one.state for line in lines for one in decisions(line)) > least


def test_features_of_games_of_its_own() -> None:
    assert compare_features(states_of_games([7], "odds")) > 200


def test_features_of_what_the_table_shows(recorded: Recorded) -> None:
    game, seat = begun(5)
    seen = game.observation(seat)
    found = CandidateFeatures()(seen)
    assert found.shape == (len(seen.legal), len(NAMES))
    assert (found == CandidateFeatures(pass_bonus=0.07)(seen)).all()


@pytest.mark.parametrize(
    "walls", [[21], pytest.param(range(100, 200), marks=pytest.mark.slow)], ids=len
)
@pytest.mark.parametrize("kind", ["linear", "two layers", "drawn"])
def test_choices(named: dict[str, str], kind: str, walls: Sequence[int]) -> None:
    assert compare_choices(named[kind], walls) > (15 if len(walls) == 1 else 4_000)


@pytest.mark.thorough
def test_games_are_the_same_with_any_number_of_threads(named: dict[str, str]) -> None:
    walls = [mj_engine.wall_of_seed(wall) for wall in range(12)]
    for kind in ("two layers", "drawn"):
        one, several = (
            mj_engine.play(walls, named[kind], records=True, threads=threads).records
            for threads in (1, 3)
        )
        assert one == several


def test_it_plays_otherwise_than_odds_and_odds_without_weights(named: dict[str, str]) -> None:
    walls = [mj_engine.wall_of_seed(wall) for wall in range(12)]
    scores = {
        name: mj_engine.play(walls, name).scores.tolist()
        for name in ("odds", named["linear"], named["drawn"])
    }
    assert len({str(score) for score in scores.values()}) == 3
    plain = _core.native_learned("learned", tables(), PLAIN_ODDS, [], 0.0, np.inf, 0.0)
    assert mj_engine.play(walls, plain).scores.tolist() == scores["odds"]


def test_layers_that_do_not_fit_are_refused() -> None:
    weight, bias = np.zeros((1, len(NAMES))), np.zeros(1)
    for layers, words in (
        ([(weight[:, 1:].copy(), bias)], "do not fit"),
        ([(weight, np.zeros(2))], "do not fit"),
        ([(np.zeros((len(NAMES), 2)), np.zeros(2))], "do not fit"),
        ([(np.zeros((2, len(NAMES))), np.zeros(2))], "gives no points"),
    ):
        with pytest.raises(ValueError, match=words):
            _core.native_learned("a", tables(), PLAIN_ODDS, layers, 0.0, 1.0, 0.0)
