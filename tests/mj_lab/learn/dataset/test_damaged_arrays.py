"""Arrays that say what cannot be: refused in a word, or read as plain Python reads them.

Of a shard a checksum is compared first; these are arrays of a right one that lie.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_lab.learn.dataset.shard import Column
from tests.mj_lab.learn.dataset.plain import plain_examples
from tests.mj_lab.learn.dataset.sets import all_examples, assert_same, games_in

# What the readers take; the rest of a shard is checked by it, and never indexed by.
READ = ("wall_at", "walls", "winds", "turns", "answer_at", "answer_turns", "answers")
CHANGES = st.lists(
    st.tuples(st.sampled_from(READ), st.integers(0, 10**6), st.integers(-2, 300)),
    min_size=1,
    max_size=3,
)


@pytest.fixture(scope="module")
def whole(data_folder: Path) -> dict[str, Column]:
    return games_in(data_folder / "judged_games.jsonl.gz", 2)


@settings(max_examples=150, deadline=None)
@given(CHANGES, st.none() | st.tuples(st.sampled_from(READ), st.integers(0, 400)))
def test_what_cannot_be_is_refused(
    whole: dict[str, Column], changes: list[tuple[str, int, int]], cut: tuple[str, int] | None
) -> None:
    arrays = {name: column.copy() for name, column in whole.items()}
    for name, place, value in changes:
        flat = arrays[name].reshape(-1)
        flat[place % len(flat)] = np.array(value).astype(flat.dtype)
    if cut is not None:
        arrays[cut[0]] = arrays[cut[0]][: cut[1]]
    try:
        read = all_examples(arrays, features=("columns",))
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        return
    assert_same(read, plain_examples(arrays, ("columns",)))
