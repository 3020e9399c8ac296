"""Sampled games: worlds consistent with one seat's hand, played by the policy at the fast table.

The seat samples its actions by exp((value + f) / temperature); the others take their best, as in
the real game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import HAND_SIZE, SEATS
from mj_bot.learned.model import AdvantageModel
from mj_bot.tiles import TILE_KINDS
from mj_engine import advantages
from mj_engine.learned import tactic_of
from mj_engine.play import seeds_of
from mj_lab.core.game.walls import Wall, seed_of
from mj_lab.learn.training.parts.part import Batch


@dataclass(frozen=True)
class Sampled:
    """One seat's decisions in the sampled games of a deal, as from `joined_candidates`.

    game: [N], from 0 on.
    """

    rolled: Batch
    game: NDArray[np.int64]

    def of_first(self, games: int) -> Batch:
        """Only those of the first games."""
        count = int(np.searchsorted(self.game, games))
        whole = self.rolled
        end = int(whole["first"][count])
        return {
            "first": whole["first"][: count + 1],
            **{name: whole[name][:end] for name in ("value", "features")},
            **{name: whole[name][:count] for name in ("chosen", "score")},
        }


def sampled_wall(tiles: Sequence[int], seat: int, rng: Random) -> tuple[int, ...]:
    """A wall that deals the seat the same 13 tiles, all others shuffled.

    Raises ValueError for a wall with flowers, in which other tiles are dealt.
    """
    size = len(tiles) // SEATS
    if max(tiles) >= TILE_KINDS:
        raise ValueError("worlds are sampled only for walls without flowers")
    end = (seat + 1) * size
    own = tuple(tiles[end - HAND_SIZE : end])
    others = [*tiles[: end - HAND_SIZE], *tiles[end:]]
    rng.shuffle(others)
    return (*others[: end - HAND_SIZE], *own, *others[end - HAND_SIZE :])


def sample_games(
    wall: Wall, seat: int, base: AdvantageModel, temperature: float, games: int, name: str
) -> Sampled:
    """The seat's decisions in `games` games of its worlds; `name` seeds all randomness.

    base: the model of all four.
    """
    worlds = Random(seed_of(name, "worlds", seat))
    # Random numbers are drawn for all seats together.
    seeds = seeds_of(seed_of(name, "lots"), SEATS * games)
    rolled: dict[str, Any] = advantages.roll_out(
        [sampled_wall(wall.tiles, seat, worlds) for _ in range(games)],
        [tactic_of(base, heat) for heat in (0.0, temperature)],
        base.within,
        prevalent_winds=np.full(games, wall.prevalent_wind),
        seatings=np.tile(np.arange(SEATS) == seat, (games, 1)),
        seeds=seeds[seat * games : (seat + 1) * games],
    )
    ours = rolled["seat"] == seat
    count = np.diff(rolled["first"])
    of_ours = np.repeat(ours, count)
    return Sampled(
        {
            "first": np.concatenate([[0], np.cumsum(count[ours])]).astype(np.int64),
            **{name: rolled[name][of_ours] for name in ("value", "features")},
            **{name: rolled[name][ours] for name in ("chosen", "score")},
        },
        rolled["game"][ours].astype(np.int64),
    )
