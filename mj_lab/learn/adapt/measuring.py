"""K against gain, deal by deal: kept in a file that is only added to, gone on with when stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_lab.arena.running.identity import code_digest
from mj_lab.arena.statistics.wall_means import Estimate, estimate
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.adapt.deal import SeatOfDeal, base_layers, first_sampled, gains_of_seat
from mj_lab.learn.adapt.plan import DealPlan
from mj_lab.learn.training.workers import Workers

# Gains of deals [deals, K, seat], in points of the game.
Gains = NDArray[np.int64]
# Called after every deal with the gains of all.
GainsWatch = Callable[[Gains], None]


class AdaptError(ValueError):
    """A file of deals that cannot be gone on with: one line says why."""


class AdaptationGain(NamedTuple):
    """What K sampled games brought. points: a game, the error by deal.

    better, worse: real games, one a deal and seat, that ended with more or fewer points for whoever
    adapted; the others ended the same.
    """

    games: int
    points: Estimate
    better: int
    worse: int

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        told = {"games": self.games, **self.points.to_json(), "deals": self.points.draws}
        return {**told, "better": self.better, "worse": self.worse}


def measure_gains(
    path: Path, plan: DealPlan, deals: int, workers: Workers, watch: GainsWatch | None = None
) -> Gains:
    """Adapt at so many deals, or go on with those of the file; the gains of these.

    Raises AdaptError, one line, if the file has something else; FloatingPointError if learning
    fails at a deal: those before are kept; EngineError as `Workers.answers` does.
    """
    asked = (plan, base_layers(plan.base))
    found = gains_so_far(path, plan)
    if len(found) >= deals:
        return found[:deals]
    if not path.exists() or not path.stat().st_size:
        _add(path, _settings(plan))
    walls = islice(walls_of_seed(f"adapt-{plan.seed}", len(found)), deals - len(found))
    left = list(enumerate(walls, start=len(found)))
    seats = [SeatOfDeal(*deal, seat) for deal in left for seat in range(SEATS)]
    sample = partial(first_sampled, asked, seats[0])
    played = workers.answers(gains_of_seat, asked, seats, sample)
    for number, wall in left:
        gains = np.stack([next(played) for _ in range(SEATS)], axis=1)
        _add(path, {"deal": number, "wall": wall.id, "gains": gains.tolist()})
        found = np.concatenate([found, gains[None]])
        if watch is not None:
            watch(found)
    return found


def gains_so_far(path: Path, plan: DealPlan) -> Gains:
    """The gains that a file has of this plan; none if there is no such file.

    A last line that was cut off is taken out of the file. Raises AdaptError if it has anything
    else.
    """
    nothing = np.zeros((0, len(plan.games), SEATS), np.int64)
    if not path.exists() or not path.stat().st_size:
        return nothing
    try:
        data = path.read_bytes()
        first, *lines = data[: data.rfind(b"\n") + 1].decode().splitlines()
        settings, rows = json.loads(first), [json.loads(line) for line in lines]
        kind = settings["kind"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        reason = f" ({error.strerror})" if isinstance(error, OSError) else ""
        raise AdaptError(f"{path}: no deals of mj learn adapt{reason}") from None
    if kind != "adapt":
        raise AdaptError(f"{path}: no deals of mj learn adapt")
    for name, value in _settings(plan).items():
        if settings.get(name) != value:
            raise AdaptError(f"{path} has other deals: its {name} differs; choose another file")
    gains = [_gains_in(path, number, row, len(plan.games)) for number, row in enumerate(rows)]
    if not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)
    return np.array(gains, np.int64) if gains else nothing


def _gains_in(path: Path, number: int, row: Any, rows: int) -> Gains:
    fault = AdaptError(f"{path}: line {number + 2} is no deal")
    try:
        gains = np.array(row["gains"])
        if row["deal"] != number or gains.shape != (rows, SEATS) or gains.dtype.kind != "i":
            raise fault
    except (ValueError, TypeError, KeyError):
        raise fault from None
    return gains


def _settings(plan: DealPlan) -> dict[str, Any]:
    """All that decides the deals, as the file has it in its first line."""
    told = json.loads(json.dumps(asdict(plan)))
    digest = None if plan.base is None else sha256(Path(plan.base).read_bytes()).hexdigest()
    return {"kind": "adapt", **told, "weights": digest, "code": code_digest(("learned",))}


def gains_by_games(plan: DealPlan, gains: Gains) -> list[AdaptationGain]:
    """For each K what it brought; a deal's four seats are one draw."""
    return [
        AdaptationGain(
            games,
            estimate(gains[:, place].mean(axis=1).tolist()),
            int((gains[:, place] > 0).sum()),
            int((gains[:, place] < 0).sum()),
        )
        for place, games in enumerate(plan.games)
    ]


def _add(path: Path, line: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
        file.flush()
        os.fsync(file.fileno())
