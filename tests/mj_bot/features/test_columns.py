"""The channels of `columns`, read off by hand, and what other tiles in the same places make."""

from __future__ import annotations

import numpy as np
import pytest

from mj_bot.events import CHI, PENG, Action
from mj_bot.features.columns import CHANNELS, COLUMNS, columns, first_channels
from mj_bot.state import GameState
from mj_bot.successor import after_claim
from mj_bot.tiles import tile_of, tiles_of
from tests.mj_bot.features.games import asked, small_state
from tests.mj_bot.features.symmetries import SYMMETRIES, other_tiles
from tests.recorded import Recorded

EVERYWHERE = list(range(34))


def told(state: GameState) -> dict[str, list[list[int]]]:
    """By name the tiles of each of its channels."""
    cells = columns(state)
    firsts = first_channels()
    return {
        name: [np.flatnonzero(row).tolist() for row in cells[firsts[name] : firsts[name] + size]]
        for name, size in CHANNELS
    }


def channels(size: int, **some: str) -> list[list[int]]:
    """This many channels, empty but for some: `at_3="W1 W2"`."""
    rows: list[list[int]] = [[] for _ in range(size)]
    for name, codes in some.items():
        rows[int(name.removeprefix("at_"))] = sorted(tiles_of(codes))
    return rows


def one_of(size: int, place: int) -> list[list[int]]:
    return [EVERYWHERE if place == row else [] for row in range(size)]


def test_a_claim_read_off_by_hand() -> None:
    found = told(small_state())
    assert found["hand"] == channels(
        4, at_0="W1 W2 W3 W4 F1 J1 B5 T1 T9", at_1="W1 F1 B5", at_2="B5"
    )
    # The concealed kong of the seat opposite.
    melds: list[list[int]] = [[] for _ in range(64)]
    melds[2 * 16 + 3] = EVERYWHERE
    assert found["melds"] == melds
    assert found["discards"] == channels(108, at_0="T5", at_27="B9", at_54="J2", at_81="W1")
    assert found["seen"] == channels(
        4, at_0="W1 W2 W3 W4 F1 J1 B5 T1 T9 T5 B9 J2", at_1="W1 F1 B5", at_2="W1 B5"
    )
    assert found["seat_wind"] == found["prevalent_wind"] == one_of(4, 0)
    assert found["to_act"] == one_of(4, 3)
    assert found["decision"] == one_of(3, 1)
    # 84 tiles after the deal, and five draws; the own wall had 21.
    assert found["wall"] == one_of(5, 4)
    assert found["own_wall"] == one_of(8, 7)
    assert found["turn"] == one_of(11, 1)
    assert found["own_melds"] == one_of(5, 0)
    assert found["claimed"] == channels(1, at_0="W1")
    first, middle, last = (found["after_claim"][4 * claim : 4 * claim + 4] for claim in range(3))
    assert first == channels(4, at_0="W1 W4 F1 J1 B5 T1 T9", at_1="W1 F1 B5", at_2="B5")
    assert middle == last == channels(4)
    pung, kong = found["after_claim"][12:16], found["after_claim"][16:]
    assert pung == channels(4, at_0="W2 W3 W4 F1 J1 B5 T1 T9", at_1="F1 B5", at_2="B5")
    assert kong == channels(4)
    assert found["made"] == channels(1, at_0="W1 W2 W3")


def test_an_own_turn_claims_nothing() -> None:
    found = told(small_state(3))
    assert found["hand"][0] == sorted(tiles_of("W1 W2 W3 W4 F1 J1 B5 T1 T9 T5"))
    assert found["decision"] == one_of(3, 0)
    assert found["to_act"] == one_of(4, 0)
    assert not any(any(found[name]) for name in ("claimed", "after_claim", "made"))


def test_after_a_claim_the_hand_is_as_it_was_told() -> None:
    state = small_state()
    before = told(state)
    for action, place in ((Action(CHI, tile_of("F1"), 1), 0), (Action(PENG, tile_of("F1")), 3)):
        found = told(after_claim(state, action))
        assert found["hand"] == before["after_claim"][4 * place : 4 * place + 4]
        assert found["decision"] == one_of(3, 0)
        assert found["own_melds"] == one_of(5, 1)
        assert not any(found["claimed"])
    assert found["melds"][:4] == channels(4, at_0="W1", at_1="W1", at_2="W1")


def test_a_kong_of_the_discard_and_one_to_rob() -> None:
    state = small_state()
    state.offered = tile_of("B5")
    found = told(state)
    assert found["after_claim"][16] == sorted(tiles_of("W1 W2 W3 W4 F1 J1 T1 T9"))
    assert found["made"] == channels(1, at_0="B5")
    state.decision = 3
    found = told(state)
    assert found["claimed"] == channels(1, at_0="B5")
    assert found["decision"] == one_of(3, 2)
    assert not any(found["after_claim"]) and not any(found["made"])


@pytest.mark.parametrize("wall, bucket", [(0, 0), (1, 1), (4, 4), (5, 5), (8, 5), (9, 6), (14, 7)])
def test_buckets_begin_where_they_are_said_to(wall: int, bucket: int) -> None:
    state = small_state()
    state.walls = [wall, 1, 0, 0]
    found = told(state)
    assert found["own_wall"] == one_of(8, bucket)
    assert found["wall"] == one_of(5, 0 if wall < 5 else 1 if wall < 10 else 2)


def test_no_claims_of_the_last_tile() -> None:
    state = small_state()
    state.walls = [0, 1, 1, 1]
    assert not any(told(state)["after_claim"])


def test_more_discards_than_a_game_has_are_left_out() -> None:
    state = small_state()
    state.discards[0] = state.discards[0] * 40
    assert sum(map(len, told(state)["discards"])) == 27 + 3


@pytest.mark.parametrize("name", SYMMETRIES)
def test_other_tiles_move_their_columns(recorded: Recorded, name: str) -> None:
    symmetry = tiles, turned = SYMMETRIES[name]
    first = first_channels()["after_claim"]
    order = list(range(COLUMNS.shape[0]))
    if turned:  # The first tile of a run becomes its last.
        order[first : first + 12] = [
            *order[first + 8 : first + 12],
            *order[first + 4 : first + 8],
            *order[first : first + 4],
        ]
    for state, _ in asked(recorded("botzone_matches")[3]):
        moved = columns(other_tiles(state, symmetry))
        assert (moved[order][:, tiles] == columns(state)).all()
