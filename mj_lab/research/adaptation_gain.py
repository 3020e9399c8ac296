"""Measures the gain by K, deal by deal, in an append-only file, so that a run can continue."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.line_log import LineLog
from mj_lab.core.runner.identity import code_digest
from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.learn.training.networks.correction import base_layers
from mj_lab.learn.training.parts.workers import Workers
from mj_lab.research.adapt_plan import DealPlan
from mj_lab.research.adapted_deal import SeatOfDeal, first_sampled, gains_of_seat

# Gains of deals [deals, K, seat], in points of the game.
Gains = NDArray[np.int64]
# Called after every deal with all gains so far.
GainsWatch = Callable[[Gains], None]


class AdaptationGain(NamedTuple):
    """The gain of K sampled games. points: a game, the error by deal.

    better, worse: real games, one a deal and seat, with more or fewer points for the adapted
    player; the others ended the same.
    """

    games: int
    points: Estimate
    better: int
    worse: int

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        record = {"games": self.games, **self.points.to_json(), "deals": self.points.draws}
        return {**record, "better": self.better, "worse": self.worse}


def measure_gains(
    path: Path, plan: DealPlan, deals: int, workers: Workers, watch: GainsWatch | None = None
) -> Gains:
    """Adapt at `deals` deals, continuing the file; returns their gains.

    Raises LineLogError, one line, if the file has something else; ValueError if learning fails at a
    deal (the ones before are stored); EngineError as `Workers.answers` does.
    """
    shared = (plan, base_layers(plan.base))
    log = LineLog(path, "file of mj learn adapt", "deal")
    of_deals = _gains_of(log, plan)
    if len(of_deals) >= deals:
        return of_deals[:deals]
    walls = islice(walls_of_seed(f"adapt-{plan.seed}", len(of_deals)), deals - len(of_deals))
    left = list(enumerate(walls, start=len(of_deals)))
    seats = [SeatOfDeal(*deal, seat) for deal in left for seat in range(SEATS)]
    sample = partial(first_sampled, shared, seats[0])
    played = workers.answers(gains_of_seat, shared, seats, sample)
    with closing(log):
        log.hold()
        for number, wall in left:
            gains = np.stack([next(played) for _ in range(SEATS)], axis=1)
            log.add({"deal": number, "wall": wall.id, "gains": gains.tolist()})
            of_deals = np.concatenate([of_deals, gains[None]])
            if watch is not None:
                watch(of_deals)
    return of_deals


def _gains_of(log: LineLog, plan: DealPlan) -> Gains:
    log.settings("adapt", _settings(plan))
    numbers = count()

    def gains_in(row: dict[str, Any]) -> Gains:
        gains = np.array(row["gains"])
        if row["deal"] != next(numbers) or gains.shape != (len(plan.games), SEATS):
            raise ValueError("another deal")
        if gains.dtype.kind != "i":
            raise TypeError("points are whole")
        return gains

    gains = log.entries(gains_in)
    return np.array(gains, np.int64).reshape(-1, len(plan.games), SEATS)


def _settings(plan: DealPlan) -> dict[str, Any]:
    """All that determines the deals, as in the first line of the file."""
    record = json.loads(json.dumps(asdict(plan)))
    digest = None if plan.base is None else sha256(Path(plan.base).read_bytes()).hexdigest()
    return {**record, "weights": digest, "code": code_digest(("learned",))}


def gains_by_games(plan: DealPlan, gains: Gains) -> list[AdaptationGain]:
    """The gain of each K; a deal's four seats are one sample."""
    return [
        AdaptationGain(
            games,
            estimate(gains[:, column].mean(axis=1).tolist()),
            int((gains[:, column] > 0).sum()),
            int((gains[:, column] < 0).sum()),
        )
        for column, games in enumerate(plan.games)
    ]
