"""Every action has one index, the fast table's too."""

import pytest

import mj_engine
from mj_bot.nets.action_index import ACTION_COUNT, action_index, action_name, action_names
from mj_bot.tiles import CODES


def test_names_and_indices_are_each_others_inverse() -> None:
    assert len(set(action_names())) == ACTION_COUNT == 853
    assert [action_index(name) for name in action_names()] == list(range(ACTION_COUNT))


def test_the_index_is_what_is_documented() -> None:
    written = ["PASS", "HU", "GANG"]
    for kind in ("PLAY", "GANG", "BUGANG", "PENG"):
        written += [f"{kind} {code}" for code in CODES]
    middles = [suit + number for suit in "WBT" for number in "2345678"]
    written += [f"CHI {middle} {code}" for middle in middles for code in CODES]
    assert [action_name(index) for index in range(ACTION_COUNT)] == written


def test_the_fast_table_has_the_same() -> None:
    assert mj_engine.ACTION_COUNT == ACTION_COUNT
    assert [mj_engine.action_name(index) for index in range(ACTION_COUNT)] == list(action_names())


@pytest.mark.parametrize("index", [-1, 853])
def test_there_is_no_such_index(index: int) -> None:
    with pytest.raises(ValueError, match=f"0-852, not {index}"):
        action_name(index)


@pytest.mark.parametrize("name", ["CHI W1 W2", "PLAY H1", "PLAY", "HU W1", "", "DRAW"])
def test_there_is_no_such_name(name: str) -> None:
    with pytest.raises(ValueError):
        action_index(name)
