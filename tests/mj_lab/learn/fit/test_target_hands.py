"""The script that builds the target table, on pieces small enough for a test."""

import zlib

import numpy as np
import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.odds.targets.target_table import HEADER, load_table, unpack_table
from mj_bot.tiles import CODES
from mj_lab.learn.fit.target_hands import (
    DIGEST_FILE,
    GREEN,
    SHIPPED,
    Fans,
    built_rows,
    digest_line,
    held_rows,
    keys_of,
    packed,
    suited_rows,
)


def test_green_targets_are_all_green() -> None:
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


def test_the_shipped_table_is_the_one_that_was_built() -> None:
    assert DIGEST_FILE.read_text() == digest_line(SHIPPED.read_bytes())


@pytest.mark.slow
def test_building_it_again_gives_the_shipped_table() -> None:
    """A minute and more: `pytest -m slow tests/mj_lab/learn/fit/test_target_hands.py`.

    What is inside is compared: other builds of zlib deflate it otherwise.
    """
    _, held = built_rows()
    made, shipped = packed(held), SHIPPED.read_bytes()
    assert made[: HEADER.size] == shipped[: HEADER.size]
    assert zlib.decompress(made[HEADER.size :]) == zlib.decompress(shipped[HEADER.size :])
