"""Placement points of one player against another, from whole matches at the fast table.

A deal is the walls of one match. It is played in all six orders of two and two, so that both
players get the same walls and seats. Its mean difference is one sample, like a wall's in a duel.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mj_lab.core.files import write_whole
from mj_lab.core.game.placement import TABLE_POINTS
from mj_lab.core.runner.identity import code_digest
from mj_lab.core.runner.seatings import TWO_AGAINST_TWO
from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.learn.training.networks.predictor import outcome_points
from mj_lab.learn.training.parts.workers import Workers
from mj_lab.learn.training.sources.hands import RewardError
from mj_lab.learn.training.sources.matches import MatchPlan, play_matches

# Deals that are written together and share their random numbers.
_TOGETHER = 10

# Called after every few deals with the number so far.
PlacingWatch = Callable[[int, Estimate], None]


@dataclass(frozen=True)
class Placing:
    """All that determines the matches but their number: two players, hands a match, the seed."""

    first: str
    second: str
    hands: int = 4
    seed: str = "0"

    def settings(self) -> dict[str, Any]:
        """As stored in the file, with everything else that matters."""
        return {
            "kind": "placing",
            **asdict(self),
            "code": code_digest((self.first, self.second)),
        }


@dataclass(frozen=True)
class Placed:
    """The first player's less the second's, by deal: table points a match, points a hand."""

    table_points: list[float]
    points: list[float]


def placed_so_far(path: Path, placing: Placing) -> Placed:
    """The results of these matches in a file; empty without the file.

    Raises RewardError, one line, if it has other matches or is another kind of file.
    """
    if not path.exists():
        return Placed([], [])
    try:
        first, *rest = path.read_text(encoding="utf-8").split("\n")
        # An incomplete line is played again.
        rows = [json.loads(line) for line in rest[:-1]]
        settings = json.loads(first)
        placed = Placed([float(row[0]) for row in rows], [float(row[1]) for row in rows])
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        raise RewardError(f"{path}: not matches of mj learn reward measure") from None
    ours = placing.settings()
    for name, value in ours.items():
        if not isinstance(settings, dict) or settings.get(name) != value:
            raise RewardError(f"{path} has other matches: its {name} differs; choose another file")
    return placed


def place(
    path: Path, placing: Placing, deals: int, workers: Workers, watch: PlacingWatch | None = None
) -> Placed:
    """Play `deals` deals, each in six orders, continuing the file.

    Raises RewardError as `placed_so_far`; ValueError for players not at the fast table; EngineError
    as `Workers.answers` does.
    """
    placed = placed_so_far(path, placing)
    lines = [json.dumps(row) + "\n" for row in zip(placed.table_points, placed.points, strict=True)]
    head = json.dumps(placing.settings()) + "\n"
    left = range(len(lines), deals)
    for row in workers.answers(_played, placing, left, partial(_sample, placing)):
        placed.table_points.append(row[0])
        placed.points.append(row[1])
        lines.append(json.dumps(row) + "\n")
        if len(lines) % _TOGETHER and len(lines) < deals:
            continue
        write_whole(path, head + "".join(lines))
        if watch is not None:
            watch(len(lines), estimate(placed.table_points))
    return Placed(placed.table_points[:deals], placed.points[:deals])


def _played(placing: Placing, deal: int) -> tuple[float, float]:
    """Table points a match and points a hand: the first player's less the second's."""
    orders, first = TWO_AGAINST_TWO, deal % _TOGETHER * len(TWO_AGAINST_TWO)
    scores = play_matches(_plan_with(placing, deal), range(first, first + len(orders)))
    # Two seats of each.
    side = np.where(np.array(orders) == 0, 0.5, -0.5)
    paid = (outcome_points(scores, TABLE_POINTS) * side).sum(axis=1)
    won = (scores.sum(axis=1) * side).sum(axis=1) / placing.hands
    return float(paid.mean()), float(won.mean())


def _plan_with(placing: Placing, deal: int) -> MatchPlan:
    """The matches of the deals that share random numbers with this one."""
    first = deal - deal % _TOGETHER
    walls = [
        f"placing-{placing.seed}-{deal_number}"
        for deal_number in range(first, first + _TOGETHER)
        for _ in TWO_AGAINST_TWO
    ]
    return MatchPlan(
        (placing.first, placing.second), TWO_AGAINST_TWO * _TOGETHER, tuple(walls),
        placing.hands, placing.seed,
    )  # fmt: skip


def _sample(placing: Placing) -> object:
    """The first match, and digests of players and code."""
    return placing.settings(), play_matches(_plan_with(placing, 0), range(1))
