"""Placement points of one player against another: whole matches at the fast table, kept as they go.

A deal is the walls of one match; it is played in all six orders of two and two, so that what the
walls and seats give, both get. Its mean difference is one draw, as a wall's is in a duel.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from mj_lab.arena.running.identity import code_digest
from mj_lab.arena.seatings import TWO_AGAINST_TWO
from mj_lab.arena.statistics.wall_means import Estimate, estimate
from mj_lab.game.placement import TABLE_POINTS
from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.match_rollouts import MatchPlan, play_matches
from mj_lab.learn.reward.predictor import outcome_points

# Deals that are played at once, always so many, as lots are drawn for them together; they are lost
# if it is stopped.
_AT_ONCE = 10

# Called after every few deals with how many there are now.
PlacingWatch = Callable[[int, Estimate], None]


@dataclass(frozen=True)
class Placing:
    """All that decides the matches, but for how many: two players, hands of a match, the seed."""

    first: str
    second: str
    hands: int = 4
    seed: str = "0"

    def settings(self) -> dict[str, Any]:
        """As they are kept, with what else decides."""
        return {
            "kind": "placing",
            **asdict(self),
            "code": code_digest((self.first, self.second)),
        }


@dataclass(frozen=True)
class Placed:
    """By deal, the first player's less the second's: table points a match, points a hand."""

    table_points: list[float]
    points: list[float]


def placed_so_far(path: Path, placing: Placing) -> Placed:
    """What a file has of these matches; nothing if there is no such file.

    Raises RewardError, one line, if it is of other matches, or no such file at all.
    """
    if not path.exists():
        return Placed([], [])
    try:
        first, *rest = path.read_text(encoding="utf-8").split("\n")
        # A line that was cut off has no end, and is played again.
        rows = [json.loads(line) for line in rest[:-1]]
        settings = json.loads(first)
        found = Placed([float(row[0]) for row in rows], [float(row[1]) for row in rows])
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        raise RewardError(f"{path}: no matches of mj learn reward measure") from None
    ours = placing.settings()
    for name, value in ours.items():
        if not isinstance(settings, dict) or settings.get(name) != value:
            raise RewardError(f"{path} has other matches: its {name} differs; choose another file")
    return found


def place(
    path: Path, placing: Placing, deals: int, threads: int, watch: PlacingWatch | None = None
) -> Placed:
    """Play so many deals, each in six orders, or go on with those of the file.

    Raises RewardError as `placed_so_far`; ValueError for players not at the fast table.
    """
    found = placed_so_far(path, placing)
    whole = len(found.points) // _AT_ONCE * _AT_ONCE
    del found.table_points[whole:], found.points[whole:]
    lines = [json.dumps(row) + "\n" for row in zip(found.table_points, found.points, strict=True)]
    head = json.dumps(placing.settings()) + "\n"
    while len(found.points) < deals:
        told = _played(placing, len(found.points), threads)
        found.table_points.extend(told.table_points)
        found.points.extend(told.points)
        lines += [
            json.dumps(row) + "\n" for row in zip(told.table_points, told.points, strict=True)
        ]
        draft = path.with_name(path.name + ".unfinished")
        draft.write_text(head + "".join(lines), encoding="utf-8")
        draft.replace(path)
        if watch is not None:
            watch(min(len(found.points), deals), estimate(found.table_points[:deals]))
    return Placed(found.table_points[:deals], found.points[:deals])


def _played(placing: Placing, first: int, threads: int) -> Placed:
    orders = TWO_AGAINST_TWO * _AT_ONCE
    walls = [
        f"placing-{placing.seed}-{deal}"
        for deal in range(first, first + _AT_ONCE)
        for _ in TWO_AGAINST_TWO
    ]
    plan = MatchPlan(
        (placing.first, placing.second), orders, tuple(walls), placing.hands, placing.seed
    )
    with TemporaryDirectory() as folder:
        scores = play_matches(plan, Path(folder), threads)
    # The first player's seats less the second's: two of each.
    side = np.where(np.array(orders) == 0, 0.5, -0.5)
    paid = (outcome_points(scores, TABLE_POINTS) * side).sum(axis=1)
    won = (scores.sum(axis=1) * side).sum(axis=1) / placing.hands
    return Placed(
        paid.reshape(_AT_ONCE, -1).mean(axis=1).tolist(),
        won.reshape(_AT_ONCE, -1).mean(axis=1).tolist(),
    )
