"""What is no state, option, action or table is refused in words, and never a crash."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.state import Discard, GameState
from mj_engine import _core, _mj_bot
from mj_engine._mj_bot import odds_options
from mj_engine.odds import Odds, tables

DEAL = ["0 0 2", "1 0 0 0 0 T4 T3 J2 B3 T9 J2 B4 T9 T5 W2 B8 T7 B6", "2 T1"]


def state() -> GameState:
    return load_json({"requests": DEAL, "responses": ["PASS", "PASS"]})


def engine() -> Any:
    return _core.Odds(tables(), odds_options({}))


def test_an_unknown_option() -> None:
    with pytest.raises(ValueError, match="there is no option 'speed'"):
        Odds(speed=1)
    with pytest.raises(ValueError, match="defence is 0 to 10, not -5"):
        Odds(defence=-5)
    with pytest.raises(KeyError, match="the fast table has no option made_up"):
        _core.Odds(tables(), {**odds_options({}), "made_up": 1.0})


@pytest.mark.parametrize("missing", ["deal_in", "clearly"])
def test_a_missing_coefficient(missing: str) -> None:
    coefficients = dict(_mj_bot.odds_coefficients())
    del coefficients[missing]
    with pytest.raises(KeyError, match=missing):
        _core.OddsTables(_mj_bot.target_columns(), coefficients)


def test_a_coefficient_of_another_kind() -> None:
    coefficients = dict(_mj_bot.odds_coefficients())
    coefficients["location"] = {**coefficients["location"], "features": [[1.0, 2.0]]}
    with pytest.raises(TypeError, match=r"location\.features"):
        _core.OddsTables(_mj_bot.target_columns(), coefficients)


@pytest.mark.parametrize("column", sorted(_mj_bot.target_columns()))
def test_a_broken_table(column: str) -> None:
    table = _mj_bot.target_columns()
    cut = np.ascontiguousarray(table[column][..., :-1])
    with pytest.raises(ValueError, match="target table: "):
        _core.OddsTables({**table, column: cut}, _mj_bot.odds_coefficients())
    with pytest.raises(TypeError, match=column):
        _core.OddsTables({**table, column: "no array"}, _mj_bot.odds_coefficients())
    del table[column]
    with pytest.raises(KeyError, match=column):
        _core.OddsTables(table, _mj_bot.odds_coefficients())


@pytest.mark.parametrize("column", ["fronts", "backs", "back_of"])
def test_a_table_that_points_beyond_itself(column: str) -> None:
    table = _mj_bot.target_columns()
    beyond = table[column].copy()
    beyond.flat[-1] = 10**6
    with pytest.raises(ValueError, match="target table: "):
        _core.OddsTables({**table, column: beyond}, _mj_bot.odds_coefficients())


def test_a_state_that_is_none() -> None:
    with pytest.raises(ValueError, match="a game that has begun"):
        engine().choose(GameState(), [Action("PASS")])
    cases: list[tuple[str, Any, str]] = [
        ("hand", [9] * 34, "four copies"),
        ("hand", [1] * 34, "more tiles"),
        ("offered", 40, "flower"),
        ("melds", [[Meld("CHI", 33, 1)], [], [], []], "a meld"),
        ("melds", [[Meld("PENG", 0, 1)] * 5, [], [], []], "four melds"),
        ("discards", [[Discard(50)], [], [], []], "flower"),
        ("discards", [[Discard(5)] * 60, [], [], []], "more discards"),
    ]
    for field, value, words in cases:
        broken = state()
        setattr(broken, field, value)
        with pytest.raises(ValueError, match=words):
            engine().candidates(broken, action_space(state()))


@pytest.mark.parametrize(
    "action", [Action("PLAY", 0), Action("PENG", 3), Action("GANG", 2), Action("BUGANG", 1)]
)
def test_an_action_of_another_state(action: Action) -> None:
    with pytest.raises(ValueError, match="no action of this state"):
        engine().candidates(state(), [action])


def test_no_action() -> None:
    with pytest.raises(ValueError, match="no legal action"):
        engine().choose(state(), [])


@pytest.mark.parametrize("text", ["", "[]", '{"requests": ["0 9 9"]}'])
def test_a_text_that_is_no_game(text: str) -> None:
    with pytest.raises(ValueError):
        Odds().choose(text)
