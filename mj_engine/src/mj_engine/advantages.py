"""Decisions of self-play and what came of them: of their actions, of what a forecast goes by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine.play import SEATS, Wall, bytes_of, seeds_of
from mj_engine.players import Player, tactics_of


@dataclass(frozen=True)
class CollectOptions:
    """Which decisions are tried, and how they are played on.

    gap, claim_gap: an action is near the one that the player takes if its value is at most so many
    points less; where a discard may be claimed only the best of each claim is near. decisions: of a
    game at most, by lot. actions: of a decision, the one taken among them; the nearer ones are
    likelier. worlds: the first has the true hands and walls, in the others the walls are dealt
    anew. draws, claim_draws: to which own draw an action is played on, where the player says what
    it expects; 0 is to the end of the game.
    """

    gap: float = 4.0
    claim_gap: float = 4.0
    decisions: int = 12
    actions: int = 2
    worlds: int = 1
    draws: int = 3
    claim_draws: int = 3


def collect_decisions(
    walls: Iterable[Wall],
    player: Player,
    options: CollectOptions,
    *,
    prevalent_winds: ArrayLike | None = None,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Plays one game on each wall, the player in all seats, and tries decisions of it.

    prevalent_winds: [games], 0-3; else they go round.

    By decision: `game`, the wall's place; `seat`; `place` among the seat's decisions of the game;
    `turn`, how many tiles it had discarded; `kind`, as an Observation's `decision`; `score` of the
    seat in the end; `count` of actions that were tried, the one taken first. By action: `action`,
    its index; `value`, the player's; `features`, as
    `mj_bot.learned.candidate_features` has them. By action and world: `outlook`, the score of a
    game that `ended` before the draw, else what the player expects there; `luck`, what the seat's
    draws until then were worth more than draws are, by what it thought before each; 0 on average;
    `outlook_features` of what it does there. Arrays are padded to as many actions as there can be.

    The result does not depend on the number of threads.

    Raises ValueError if the player has no candidates (`odds` and `learned` have), or for options
    that cannot be.
    """
    dealt, players, winds, seatings, seeds = _plan(walls, player, prevalent_winds, seed)
    return _core.collect(
        dealt, players, winds, seatings, seeds, **asdict(options), seed=seed, threads=threads
    )


def roll_out(
    walls: Iterable[Wall],
    player: Player | Sequence[Player],
    within: float,
    *,
    prevalent_winds: ArrayLike | None = None,
    seatings: ArrayLike | None = None,
    seeds: ArrayLike | None = None,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Plays one game on each wall and tells its decisions, of all seats.

    Those with at least two actions that are worth at most `within` points less than the best. By
    decision: `game`, the wall's place; `seat`; `chosen`, the place of what was played among these
    actions; `score` of the seat in the end; `first`, whose end is there too: the place of its first
    action. By action: `value` as `odds` has it, `features`.

    prevalent_winds: [games], 0-3; else they go round. seatings: [games, 4], which of several
    players, 256 at most, sits at each seat; else the first is in all seats. seeds: as `play` has
    them. The result does not depend on the number of threads.

    Raises ValueError if a player has no candidates (`odds` and `learned` have).
    """
    dealt, players, winds, everywhere, lots = _plan(walls, player, prevalent_winds, seed)
    if seatings is not None:
        everywhere = np.ascontiguousarray(seatings, dtype=np.uint8)
    if seeds is not None:
        lots = np.ascontiguousarray(seeds, dtype=np.uint32)
    return _core.roll_out(dealt, players, winds, everywhere, lots, within, threads)


def forecast_rows(
    walls: Sequence[Wall],
    only: Sequence[int | None],
    *,
    within: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Plays one game of `odds` on each wall and keeps every decision that it had.

    only: for each wall the seat whose decisions are kept, None for all. within: one in four of the
    games without such a seat is a trial: at one decision of one seat any action is taken that is
    worth at most so many points less than the best, and only this seat's decisions from there on
    are kept. The prevalent winds go round.

    By decision: `game`, the wall's place; `seat`; `turn`, own discards before; `own_draw`, whether
    a tile was drawn; `unseen`, tiles that the seat does not see; `deal_in`, the chance that `odds`
    has for the discard; `features` as `mj_bot.odds.forecast` has them; `dealt_in`, whether another
    seat won with the discard; `won` and `score` of the game. The result does not depend on the
    number of threads.

    Raises ValueError for walls that cannot be played.
    """
    dealt = [bytes_of(number, wall) for number, wall in enumerate(walls)]
    count = len(dealt)
    found: dict[str, NDArray[Any]] = _core.forecast_rows(
        dealt,
        tactics_of("odds"),
        (np.arange(count) % SEATS).astype(np.uint8),
        np.zeros((count, SEATS), dtype=np.uint8),
        seeds_of(seed, count),
        [-1 if seat is None else seat for seat in only],
        -1.0 if within is None else within,
        seed=seed,
        threads=threads,
    )
    return found


def _plan(
    walls: Iterable[Wall],
    player: Player | Sequence[Player],
    prevalent_winds: ArrayLike | None,
    seed: int,
) -> tuple[Any, Any, Any, Any, Any]:
    """Walls, players, winds, seatings and seeds: the player in all seats."""
    dealt = [bytes_of(number, wall) for number, wall in enumerate(walls)]
    count = len(dealt)
    winds = np.arange(count) % SEATS if prevalent_winds is None else prevalent_winds
    return (
        dealt,
        tactics_of(player),
        np.ascontiguousarray(winds, dtype=np.uint8),
        np.zeros((count, SEATS), dtype=np.uint8),
        seeds_of(seed, count),
    )
