"""The script that builds the target table, on pieces small enough for a test."""

import numpy as np
from MahjongGB import MahjongFanCalculator

from mj_bot.odds.targets.target_table import load_table, unpack_table
from mj_bot.tiles import CODES
from mj_lab.tables.target_hands import (
    GREEN,
    Fans,
    held_rows,
    keys_of,
    packed,
    suited_rows,
)


def test_green_shapes_are_all_green() -> None:
    fans = Fans()
    rows = suited_rows(fans, GREEN)
    assert len(rows) > 50
    counts = load_table().counts(rows[:, :4])
    assert (np.delete(counts, GREEN, axis=1) == 0).all()
    for row in counts[:50]:
        hand = [CODES[tile] for tile, count in enumerate(row.tolist()) for _ in range(count)]
        found = MahjongFanCalculator((), tuple(hand[1:]), hand[0], 0, *[False] * 4, 0, 0)
        assert "绿一色" in [name for _, name in found]
    assert (rows[:, 4] >= 88).all()


def test_packed_rows_come_back() -> None:
    fans = Fans()
    rows = suited_rows(fans, GREEN)
    rows = held_rows(rows[np.argsort(keys_of(rows, fans))], fans)
    table = unpack_table(packed(rows))
    assert len(table) == len(rows)
    assert (table.parts_of(np.arange(len(table))) == rows[:, :4]).all()
    assert (table.fan == np.minimum(rows[:, 4], 255)).all()
