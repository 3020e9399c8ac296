"""Does a pass of a win bring what the adviser says? A whole hand at the first draw is played on.

    python -m tests.mj_lab.explain.analysis.prove_passes --hands 80 --worlds 150

Each hand of 8 fan and more whose pass is said to bring at most 12 points less than the win is
played on without it, the default tactic at all seats. It needs the fast table, and 20 minutes of
one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

import mj_engine
from mj_bot.events import HU
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.explanation import asked_by_name, candidates_of
from mj_lab.learn.fit.forecast.deals import paid_hand
from tests.mj_lab.learn.fit.forecast.test_comes_true import wall_with

_CLOSE = 12.0


def wins_at_once(seed: str) -> Iterator[Any]:
    """Games whose first seat has drawn a whole hand."""
    rng = Random(seed)
    while True:
        wall = wall_with(paid_hand(rng), rng)
        game = mj_engine.Game(wall, rng.randrange(4))
        game.advance()
        if HU in game.legal().get(0, []):
            yield game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=80)
    parser.add_argument("--worlds", type=int, default=150)
    parser.add_argument("--seed", default="sure-1")
    asked = parser.parse_args()
    adviser, found = asked_by_name(ADVISER), []
    for number, game in enumerate(wins_at_once(asked.seed)):
        rows = {
            row["action"]: row["expected_score"]
            for row in candidates_of(adviser, game.observation(0))
        }
        win = rows.pop(HU)
        action, said = max(rows.items(), key=lambda row: row[1])
        if said < win - _CLOSE:
            continue
        scores = mj_engine.playouts(
            game, [action], asked.worlds, ADVISER, number, worlds="walls", seat=0
        )[0][:, 0]
        found.append((said - win, scores.mean() - win, scores.std() / asked.worlds**0.5))
        if len(found) == asked.hands:
            break
    said, came, error = np.array(found).T
    off = said - came
    print(
        f"{len(found)} passes: {said.mean():+.1f} said against the win, {came.mean():+.1f} came;"
        f" one forecast is off by {np.sqrt(max(0.0, off.var() - (error**2).mean())):.1f} points"
    )


if __name__ == "__main__":
    main()
