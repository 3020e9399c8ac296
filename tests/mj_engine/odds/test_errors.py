"""What is no state, option, action or table is refused in words, and never a crash."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.state import Discard, GameState
from mj_engine import _core
from mj_engine._mj_bot import target_bytes
from mj_engine.odds import Odds, tables
from tests.mj_engine.python_side import PLAIN_ODDS

DEAL = ["0 0 2", "1 0 0 0 0 T4 T3 J2 B3 T9 J2 B4 T9 T5 W2 B8 T7 B6", "2 T1"]


def state() -> GameState:
    return load_json({"requests": DEAL, "responses": ["PASS", "PASS"]})


def engine() -> Any:
    return _core.Odds(tables(), PLAIN_ODDS)


def test_an_unknown_option() -> None:
    with pytest.raises(ValueError, match="there is no option 'speed'"):
        Odds(speed=1)
    with pytest.raises(ValueError, match="defence is 0 to 10, not -5"):
        Odds(defence=-5)
    with pytest.raises(KeyError, match="the fast table has no option made_up"):
        _core.Odds(tables(), {**PLAIN_ODDS, "made_up": 1.0})


def test_an_option_of_another_kind() -> None:
    with pytest.raises(TypeError, match="defence"):
        _core.Odds(tables(), {"defence": "much"})


# What lies before a column's highest bytes: of each front, back and target of the table.
BEFORE = {
    "first": (1, 0, 0),
    "second": (3, 0, 0),
    "sizes": (6, 0, 0),
    "bamboos": (7, 1, 0),
    "honours": (7, 3, 0),
    "back_of": (7, 4, 2),
}


@pytest.mark.parametrize("column", BEFORE)
def test_a_table_that_points_beyond_itself(column: str) -> None:
    table = bytearray(target_bytes())
    sizes = struct.unpack_from("<4x3I", table)
    place = 16 + sum(size * times for size, times in zip(sizes, BEFORE[column], strict=True))
    table[place] ^= 0x80
    with pytest.raises(ValueError, match="target table: "):
        _core.OddsTables(bytes(table))


@pytest.mark.parametrize("place", [0, 4, 8, 12])
def test_a_table_with_another_head(place: int) -> None:
    table = bytearray(target_bytes())
    table[place] ^= 0x80
    with pytest.raises(ValueError, match="target table: "):
        _core.OddsTables(bytes(table))


@pytest.mark.parametrize("size", [0, 15, 16, 1_000, -1])
def test_a_table_that_is_not_whole(size: int) -> None:
    with pytest.raises(ValueError, match="target table: "):
        _core.OddsTables(target_bytes()[:size])


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
