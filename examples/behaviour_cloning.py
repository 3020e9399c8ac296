"""Learns to play by copying `greedy` in the vector environment, then plays duplicate games.

    python examples/behaviour_cloning.py --decisions 200000 --walls 1000

A network of one hidden layer, in numpy, scores the hand that each legal action would leave, trained
by cross entropy over the legal actions. Needs pip install -e '.[env]' and make engine.
"""

import argparse
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.tiles import CODES

try:
    from mj_lab.env import VectorEnv, action_names, duplicate_score
    from mj_lab.env.duplicate import Policy
except ImportError as missing:
    sys.exit(f"{missing}")

Array = NDArray[Any]
Seen = dict[str, Array]

HIDDEN, TABLES, RATE = 64, 256, 5e-3
KINDS = ("PASS", "HU", "GANG", "PLAY", "BUGANG", "PENG", "CHI")


def costs() -> tuple[Array, Array, Array]:
    """Per action: its kind, the tiles it takes from the hand, and copies of the offered tile."""
    kinds, tiles, offered = [], np.zeros((len(action_names()), len(CODES)), int), []
    for row, (kind, *words) in zip(tiles, map(str.split, action_names()), strict=True):
        named = [CODES.index(word) for word in words]
        row[named[-1:]] = 4 if kind == "GANG" else 1
        if kind == "CHI":
            row[named[0] - 1 : named[0] + 2] += 1
        kinds.append(KINDS.index(kind))
        offered.append({"PENG": 2, "GANG": 0 if named else 3, "CHI": -1}.get(kind, 0))
    return np.eye(len(KINDS))[kinds], tiles, np.array(offered)[:, None]


KIND, TAKES, OFFERED = costs()


def options(seen: Seen) -> tuple[Array, Array, Array]:
    """Table and index of every legal action, and what is left after it, [rows, 77]."""
    tables, actions = np.nonzero(seen["action_mask"])
    hands, melds = seen["observation"][:, :2].sum(axis=3, dtype=int).swapaxes(0, 1)
    offered = np.eye(256, len(CODES), dtype=int)[seen["scalars"][:, 4]]
    left = hands[tables] - TAKES[actions] - OFFERED[actions] * offered[tables]
    left = np.clip(left, 0, 3)
    suits = np.pad(left[:, :27].reshape(-1, 3, 9), ((0, 0), (0, 0), (0, 2)))
    threes = (16 * suits[..., :-2] + 4 * suits[..., 1:-1] + suits[..., 2:]).reshape(len(left), -1)
    parts = (np.eye(64)[threes].sum(axis=1), np.eye(4)[left[:, 27:]].sum(axis=1), KIND[actions])
    sets = melds.sum(axis=1)[tables, None] // 3 + (OFFERED[actions] != 0)
    return tables, actions, np.hstack([*parts, sets, np.ones_like(sets)])


def chances(weights: list[Array], tables: Array, x: Array) -> tuple[Array, Array]:
    """The hidden layer, and every row's probability among the legal actions of its table."""
    hidden = np.maximum(x @ weights[0], 0)
    scores = hidden @ weights[1]
    starts = np.flatnonzero(np.diff(tables, prepend=-1))
    raised = np.exp(scores - np.maximum.reduceat(scores, starts)[tables])
    return hidden, raised / np.add.reduceat(raised, starts)[tables]


def learn(decisions: int, teacher: str = "greedy", seed: int = 0) -> list[Array]:
    """Weights after this many of the teacher's decisions, each used once as it is played (Adam)."""
    env, lot = VectorEnv(TABLES, opponents=teacher), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    weights = [lot.normal(0, 0.1, (options(seen)[2].shape[1], HIDDEN)), lot.normal(0, 0.1, HIDDEN)]
    means, squares = ([np.zeros_like(part) for part in weights] for _ in range(2))
    for step in range(1, decisions // TABLES + 1):
        (tables, actions, x), chosen = options(seen), env.choices(teacher)
        hidden, error = chances(weights, tables, x)
        error -= actions == chosen[tables]
        slopes = (x.T @ (np.outer(error, weights[1]) * (hidden > 0)), error @ hidden)
        for part, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
            mean[:] = 0.9 * mean + 0.1 * slope / TABLES
            square[:] = 0.999 * square + 0.001 * (slope / TABLES) ** 2
            size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            part[:] -= RATE * mean / (1 - 0.9**step) / size
        seen = env.step(chosen)[0]
    return weights


def policy(weights: list[Array]) -> Policy:
    """Takes the likeliest action at every table."""

    def act(seen: Seen) -> Array:
        tables, actions, x = options(seen)
        order = np.lexsort((chances(weights, tables, x)[1], tables))
        last = np.flatnonzero(np.diff(tables, append=-1))
        chosen: Array = actions[order[last]]
        return chosen

    return act


def main() -> None:
    """Learns, plays, prints the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--walls", type=int, default=1_000)
    given = parser.parse_args()
    score = duplicate_score(policy(learn(given.decisions)), walls=given.walls, seed=1)
    result = f"{score.mean:+.2f} +- {score.error:.2f} points a game"
    print(f"{result} against random, {given.walls} walls")


if __name__ == "__main__":
    try:
        main()
    except ImportError as missing:
        sys.exit(f"{missing}")
