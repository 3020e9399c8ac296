"""Reads a data set: shuffled batches of examples; features are computed while reading."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT
from mj_engine.dataset import feature_shapes, fill_examples
from mj_lab.learn.dataset.filters import Filters
from mj_lab.learn.dataset.manifest import DatasetError, read_shards
from mj_lab.learn.dataset.shard import SPLITS, Column, StoredGames, joined

ExampleBatch = dict[str, Column]

# Games whose examples are shuffled together; a block of them is read at once.
GAMES_AT_ONCE = 256


class _Wanted(NamedTuple):
    """What to read of each example."""

    features: tuple[str, ...]
    kinds: tuple[int, ...]
    shanten: bool
    values: bool


class _Block(NamedTuple):
    """Games to read together. rows: the number of their examples. seed: of the shuffling."""

    games: Column
    seats: Column
    first: Column
    seed: tuple[int, ...]

    @property
    def rows(self) -> int:
        return int(self.first[-1])


def batches(  # noqa: PLR0913  # each is an option by its name
    folder: Path | str,
    split: str = "train",
    features: Sequence[str] = ("planes",),
    *,
    kinds: Sequence[str] = DECISION_KINDS,
    batch: int = 1024,
    seed: int = 0,
    epoch: int = 0,
    skip: int = 0,
    workers: int = 1,
    filters: Filters | None = None,
    decisions: int | None = None,
    shanten: bool = False,
    games_at_once: int = GAMES_AT_ONCE,
) -> Iterator[ExampleBatch]:
    """One epoch of a split in batches of arrays; the last one may be smaller.

    The order depends only on seed, epoch, games_at_once and what is read: not on the number of
    workers. skip: batches to skip, at no cost. decisions: about how many at most, those of the
    first games. games_at_once: how many games, sampled at random, have their examples shuffled
    together.

    Each example has each feature, uint8; `mask` bool [109] and `move` int64 (mj_bot.nets.moves);
    `kind` uint8, an index into DECISION_KINDS; `score` float32, the seat's score of the game;
    `game` int64, its index in the data set; `seat` uint8; `turn` int16; `shanten` int8 of the hand
    before the decision, if requested; `values` float32 [109], NaN where unknown, if there are any.

    Raises DatasetError or ShardError, one line, for a folder that cannot be read.
    """
    if split not in SPLITS:
        raise DatasetError(f"no such split: {split!r:.40}; there are: {', '.join(SPLITS)}")
    games = joined(read_shards(Path(folder)))
    wanted = _Wanted(tuple(features), _kinds_of(kinds), shanten, len(games["values"]) > 0)
    shapes = _shapes_of(wanted.features)
    seats = (filters or Filters()).seats_of(games)
    chosen = np.flatnonzero((games["splits"] == SPLITS.index(split)) & (seats > 0))
    counts = games.counted(chosen, seats[chosen], wanted.kinds)
    if decisions is not None:
        chosen = chosen[np.cumsum(counts) - counts < decisions]
    blocks = list(_blocks(games, chosen, seats, wanted, (seed, epoch), games_at_once))
    return _cut(games, blocks, wanted, shapes, batch, skip, workers)


def _kinds_of(names: Sequence[str]) -> tuple[int, ...]:
    unknown = [name for name in names if name not in DECISION_KINDS]
    if unknown or not names:
        first = unknown[0] if unknown else ""
        raise DatasetError(
            f"no such kind of decision: {first!r:.40}; there are: {', '.join(DECISION_KINDS)}"
        )
    return tuple(sorted({DECISION_KINDS.index(name) for name in names}))


def _shapes_of(features: Sequence[str]) -> dict[str, tuple[int, ...]]:
    known = feature_shapes()
    unknown = [name for name in features if name not in known]
    if unknown:
        raise DatasetError(f"no such feature: {unknown[0]!r:.40}; there are: {', '.join(known)}")
    return {name: known[name] for name in features}


def _blocks(
    games: StoredGames,
    chosen: Column,
    seats: Column,
    wanted: _Wanted,
    seed: tuple[int, int],
    size: int,
) -> Iterator[_Block]:
    order = np.random.Generator(np.random.PCG64(seed)).permutation(chosen)
    for start in range(0, len(order), size):
        places = order[start : start + size]
        theirs = seats[places]
        counts = games.counted(places, theirs, wanted.kinds)
        first = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        yield _Block(places, theirs, first, (*seed, start))


def _filled(
    wanted: _Wanted, shapes: dict[str, tuple[int, ...]], games: StoredGames, block: _Block
) -> ExampleBatch:
    """The arrays of a block's examples, shuffled."""
    rows = block.rows
    out: ExampleBatch = {name: np.empty((rows, *shape), np.uint8) for name, shape in shapes.items()}
    out["mask"] = np.empty((rows, MOVE_COUNT), np.bool_)
    out["move"] = np.empty(rows, np.int64)
    out["kind"] = np.empty(rows, np.uint8)
    out["score"] = np.empty(rows, np.float32)
    out["game"] = np.empty(rows, np.int64)
    out["seat"] = np.empty(rows, np.uint8)
    out["turn"] = np.empty(rows, np.int16)
    if wanted.shanten:
        out["shanten"] = np.empty(rows, np.int8)
    if wanted.values:
        out["values"] = np.empty((rows, MOVE_COUNT), np.float32)
    row_of = np.random.Generator(np.random.PCG64(block.seed)).permutation(rows)
    plan = {
        "games": block.games,
        "seats": block.seats,
        "first": block.first,
        "row_of": row_of.astype(np.int64),
    }
    fill_examples(games.numbers, plan, out, sum(1 << kind for kind in wanted.kinds))
    return out


def _cut(
    games: StoredGames,
    blocks: Sequence[_Block],
    wanted: _Wanted,
    shapes: dict[str, tuple[int, ...]],
    size: int,
    skip: int,
    workers: int,
) -> Iterator[ExampleBatch]:
    """Batches of one size from blocks of any size."""
    behind = skip * size
    at = 0
    while at < len(blocks) and behind >= blocks[at].rows:
        behind -= blocks[at].rows
        at += 1
    pieces: list[ExampleBatch] = []
    held = 0
    pool = ThreadPoolExecutor(workers)  # The engine releases the GIL.
    try:
        for filled in _in_order(pool, games, wanted, shapes, blocks[at:], workers):
            block = {name: column[behind:] for name, column in filled.items()} if behind else filled
            behind, rows, start = 0, len(block["move"]), 0
            while held + rows - start >= size:
                end = start + size - held
                pieces.append({name: column[start:end] for name, column in block.items()})
                yield _put_together(pieces)
                pieces, held, start = [], 0, end
            if start < rows:
                pieces.append({name: column[start:] for name, column in block.items()})
                held += rows - start
    finally:
        # Whoever closes this, perhaps the garbage collector, waits for no block that is being read.
        pool.shutdown(wait=False, cancel_futures=True)
    if pieces:
        yield _put_together(pieces)


def _put_together(parts: Sequence[ExampleBatch]) -> ExampleBatch:
    if len(parts) == 1:
        return parts[0]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _in_order(
    pool: Executor,
    games: StoredGames,
    wanted: _Wanted,
    shapes: dict[str, tuple[int, ...]],
    blocks: Sequence[_Block],
    workers: int,
) -> Iterator[ExampleBatch]:
    """Blocks, read ahead by the workers, in order."""
    fill = partial(_filled, wanted, shapes)
    given = (pool.submit(fill, games, block) for block in blocks)
    filling: deque[Future[ExampleBatch]] = deque(islice(given, workers))
    try:
        while filling:
            done = filling.popleft().result()
            filling.extend(islice(given, 1))
            yield done
    finally:
        for future in filling:
            future.cancel()
