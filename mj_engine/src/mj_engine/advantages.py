"""Decisions of self-play with their results: actions tried out, and rows for the forecast."""

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
    """Which decisions are tried out, and how they are played on.

    gap, claim_gap: an action is a candidate if its value is at most this many points below that of
    the action taken; of each claim only the best action is. decisions: at most this many per game,
    chosen at random. actions: at most this many per decision, the one taken included; nearer ones
    are likelier. worlds: the first has the true hands and walls, the others have their walls dealt
    anew. draws, claim_draws: play on to this own draw, where the player's expected score counts; 0
    plays to the end of the game.
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
    others: Player | None = None,
    prevalent_winds: ArrayLike | None = None,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Plays one game on each wall, with the player in all seats, and tries out some decisions.

    others: plays the other seats after a tried action; by default the player. prevalent_winds:
    [games], 0-3; by default they rotate.

    By decision: `game`, the wall's index; `seat`; `place`, its index among the seat's decisions in
    the game; `turn`, own discards before it; `kind`, an Observation's `decision`; `score`, the
    seat's final score; `count`, the number of actions tried, the one taken first. By action:
    `action`, its index; `value`, the player's; `features`, as in
    `mj_bot.learned.candidate_features`. By action and world: `outlook`, the score if the game
    `ended` before the draw, else the player's expected score there; `luck`, how much better than
    average the seat's draws were, by its own values (0 on average); `outlook_features` of its
    action there. Arrays are padded to the largest number of actions.

    The result does not depend on the number of threads.

    Raises ValueError if the player has no candidates (`odds` and `learned` have), or for bad
    options.
    """
    players = [player] if others is None else [player, others]
    return _core.collect(
        *_plan(walls, players, prevalent_winds, seed),
        **asdict(options),
        others=others is not None,
        seed=seed,
        threads=threads,
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
    """Plays one game on each wall and returns the decisions of all seats.

    A decision counts if at least two actions are at most `within` points below the best. By
    decision: `game`, the wall's index; `seat`; `chosen`, the index of the action played among
    these; `score`, the seat's final score; `first`, the index of its first action, with the end as
    one more entry. By action: `value` of `odds`, `features`.

    prevalent_winds: [games], 0-3; by default they rotate. seatings: [games, 4], which of the
    players (at most 256) has each seat; by default the first has all seats. seeds: as in `play`.
    The result does not depend on the number of threads.

    Raises ValueError if a player has no candidates (`odds` and `learned` have).
    """
    dealt, players, winds, everywhere, seeded = _plan(walls, player, prevalent_winds, seed)
    if seatings is not None:
        everywhere = np.ascontiguousarray(seatings, dtype=np.uint8)
    if seeds is not None:
        seeded = np.ascontiguousarray(seeds, dtype=np.uint32)
    return _core.roll_out(dealt, players, winds, everywhere, seeded, within, threads)


@dataclass(frozen=True)
class ForecastDeal:
    """Whose decisions of a game are kept, and which hand is set.

    only: the seat, None for all. turn: at this own draw of the seat the first 14 tiles of its wall,
    the melds among them, become its hand; 0 for no set hand. melds: a pung is its tile, a chow is
    34 plus its middle.
    """

    only: int | None = None
    turn: int = 0
    melds: tuple[int, ...] = ()


def forecast_rows(
    walls: Sequence[Wall],
    player: Player | Sequence[Player],
    deals: Sequence[ForecastDeal] = (),
    *,
    seatings: ArrayLike | None = None,
    within: float | None = None,
    typed: int = 0,
    seed: int = 0,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Plays one game on each wall and returns the decisions of the seats of `odds` and `learned`.

    deals: one per wall; without them all decisions are kept. seatings: as in `roll_out`. within: if
    given, games whose deal names no seat also explore: in one of four, one decision of one seat
    takes a random action at most this many points below the best; in one of eight, the first win
    on offer is passed. Only this seat's decisions from there on are kept. Set hands that win pass
    that win; one in four others passes its first win. typed: one decision in this many is repeated
    as a hand typed in without its table, four times as rarely if the deal names a seat; 0 for none.
    The prevalent winds rotate.

    By decision: `game`, the wall's index; `seat`; `turn`, own discards before it; `typed`;
    `passed`, whether it passes a win; `deal_in`, the discard's deal-in chance by `odds`;
    `features`, as in `mj_bot.odds.forecast`; `dealt_in`, whether another seat won with the discard;
    `won` and `score` of the game. The result does not depend on the number of threads.

    Raises ValueError for walls that cannot be played.
    """
    dealt, players, winds, everywhere, seeded = _plan(walls, player, None, seed)
    if seatings is not None:
        everywhere = np.ascontiguousarray(seatings, dtype=np.uint8)
    deals = deals or [ForecastDeal()] * len(dealt)
    rows: dict[str, NDArray[Any]] = _core.forecast_rows(
        dealt,
        players,
        winds,
        everywhere,
        seeded,
        [(-1 if deal.only is None else deal.only, deal.turn, deal.melds) for deal in deals],
        within=-1.0 if within is None else within,
        typed=typed,
        seed=seed,
        threads=threads,
    )
    return rows


def _plan(
    walls: Iterable[Wall],
    player: Player | Sequence[Player],
    prevalent_winds: ArrayLike | None,
    seed: int,
) -> tuple[Any, Any, Any, Any, Any]:
    """Walls, players, winds, seatings and seeds, with the player in all seats."""
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
