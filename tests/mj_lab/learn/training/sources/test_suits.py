"""Suits permuted: what an example says in the new suits is what it said in the old."""

from itertools import permutations

import numpy as np

from mj_bot.features.hand_only import hand_only
from mj_bot.history import load_json
from mj_bot.nets.moves import PASS_MOVE, legal_moves
from mj_bot.state import GameState
from mj_bot.tiles import TILE_KINDS, tile_of
from mj_lab.learn.training.sources.suits import permuted
from tests.mj_lab.learn.training.stand_in import StandIn

_HAND = "W1 W1 W2 B3 B4 B5 T7 T8 T9 F1 F1 J2 W9"
_DRAWS = ("B4", "T9")


def state(suits: str, drawn: str) -> GameState:
    """An own turn with the letters of the suits W, B, T replaced by these."""
    table = str.maketrans("WBT", suits)
    hand, tile = _HAND.translate(table), drawn.translate(table)
    return load_json({"requests": ["0 0 1", f"1 0 0 0 0 {hand}", f"2 {tile}"]})


def test_an_example_becomes_that_of_the_permuted_hand() -> None:
    before = state("WBT", "B4")
    seen = hand_only(before)
    count = 60
    batch = {
        "hand_only": np.repeat(seen[None], count, axis=0),
        "mask": np.repeat(legal_moves(before)[None], count, axis=0),
        "move": np.full(count, tile_of("W9")),
        "kind": np.zeros(count, np.uint8),
    }
    found = permuted(batch, np.random.default_rng(3))
    expected = {}
    for suits in permutations("WBT"):
        after = state("".join(suits), "B4")
        move = tile_of("W9".translate(str.maketrans("WBT", "".join(suits))))
        key = (hand_only(after).tobytes(), legal_moves(after).tobytes(), move)
        expected[key] = suits
    rows = zip(found["hand_only"], found["mask"], found["move"], strict=True)
    assert {(row.tobytes(), mask.tobytes(), move) for row, mask, move in rows} == set(expected)


def test_nothing_but_suits_changes_and_nothing_in_place() -> None:
    batch = next(StandIn(50, "columns", "planes").batches("train", 50))
    before = {name: array.copy() for name, array in batch.items()}
    found = permuted(batch, np.random.default_rng(0))
    for name, array in before.items():
        np.testing.assert_array_equal(batch[name], array)
    rows = np.arange(50)
    for name in ("columns", "planes"):
        np.testing.assert_array_equal(found[name][:, :, 27:], batch[name][:, :, 27:])
        np.testing.assert_array_equal(
            found[name][:, :, :27].sum(axis=2), batch[name][:, :, :27].sum(axis=2)
        )
    np.testing.assert_array_equal(found["mask"][:, PASS_MOVE:], batch["mask"][:, PASS_MOVE:])
    assert found["mask"][rows, found["move"]].all()
    np.testing.assert_array_equal(
        found["values"][rows, found["move"]], batch["values"][rows, batch["move"]]
    )
    assert any((found["columns"][row] != batch["columns"][row]).any() for row in rows)
    assert found["kind"] is batch["kind"]
    assert (found["move"] % TILE_KINDS % 9 == batch["move"] % TILE_KINDS % 9).all()
