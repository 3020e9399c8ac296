"""The state that is made for a hand: legal, counted right, and refused where it cannot be."""

from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.state import CLAIM, OWN_DRAW
from mj_bot.tiles import counts_of, tile_of, tiles_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw, state_on_discard

HAND14 = "W123 B4567 T88 F11 J233"
HAND13 = "W123 B4567 T88 F11 J23"
MELDED = "T8 B456 [W123] [F1111 concealed] [J111]"


def test_after_a_draw() -> None:
    state = state_after_draw(situation(parse_hand(HAND14), 2, 1, 5, tiles_of("J3 W9")))
    assert (state.seat, state.prevalent_wind, state.decision) == (2, 1, OWN_DRAW)
    assert state.drawn == tile_of("J3")
    assert state.unseen[tile_of("J3")] == 1
    assert state.unseen[tile_of("W9")] == 3
    assert state.shown[tile_of("W9")] == 1
    assert state.walls[2] == 21 - 5
    assert {str(action) for action in action_space(state)} >= {"PLAY W1", "PLAY J3"}
    lying = counts_of([discard.tile for discards in state.discards for discard in discards])
    assert lying == counts_of(tiles_of("J3 W9"))


def test_on_a_discard() -> None:
    state = state_on_discard(situation(parse_hand(HAND13), 1), tile_of("T8"), 0)
    assert (state.decision, state.offered, state.turn) == (CLAIM, tile_of("T8"), 0)
    assert state.unseen[tile_of("T8")] == 1
    assert any(str(action).startswith("PENG") for action in action_space(state))


def test_melds_lie_open_or_hidden() -> None:
    state = state_on_discard(situation(parse_hand(MELDED)), tile_of("T8"), 3)
    assert [state.shown[tile_of(code)] for code in ("W1", "W2", "F1", "J1")] == [1, 1, 0, 3]
    assert state.unseen[tile_of("F1")] == 0
    assert len(state.own_melds) == 3


def test_every_copy_is_somewhere() -> None:
    for text, seen in ((HAND14, "W9 W9"), (HAND13, ""), (MELDED, "B1 B2 B3")):
        where = situation(parse_hand(text), seen=tiles_of(seen))
        counts = zip(where.unseen(), where.hand.held(), where.seen, strict=True)
        assert [sum(three) for three in counts] == [4] * 34


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"seat": 4}, "seat"),
        ({"prevalent_wind": -1}, "prevalent wind"),
        ({"turn": 0}, "turn"),
        ({"turn": 22}, "turn"),
        ({"seen": tiles_of("J3 J3 J3")}, "a fifth J3"),
    ],
)
def test_what_cannot_be(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        situation(parse_hand(HAND14), **arguments)


def test_stages_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="no hand after a draw"):
        state_after_draw(situation(parse_hand(HAND13)))
    with pytest.raises(ValueError, match="no W9 is left"):
        state_on_discard(situation(parse_hand(HAND13), seen=tiles_of("W9 W9 W9 W9")), 8, 1)
    with pytest.raises(ValueError, match="own discard"):
        state_on_discard(situation(parse_hand(HAND13)), 8, 0)
