"""Many games at once: played by native tactics, or played out from one decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Literal, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine._core import Game, Outcome
from mj_engine.players import Player, tactics_of

Wall: TypeAlias = "Sequence[int] | NDArray[np.uint8] | bytes"

_Number = TypeVar("_Number", bound=np.unsignedinteger[Any])

SEATS = 4
# In the order of the engine.
_WORLDS = ("true", "walls", "sampled")
_COPIES_OF_34 = [tile for tile in range(34) for _ in range(4)]


class Games(Sequence[Outcome]):
    """Played games, in the order of their walls; `scores` is int [games, 4]."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = outcomes
        scores = np.array([outcome.scores for outcome in outcomes], dtype=np.int64)
        self.scores: NDArray[np.int64] = scores.reshape(len(outcomes), SEATS)

    def __len__(self) -> int:
        return len(self._outcomes)

    @overload
    def __getitem__(self, place: int) -> Outcome: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Outcome]: ...

    def __getitem__(self, place: int | slice) -> Outcome | Sequence[Outcome]:
        return self._outcomes[place]

    @property
    def records(self) -> list[str]:
        """The games as lines of JSON, like mj_lab's matches; empty if not asked for."""
        return [outcome.record for outcome in self._outcomes]


def wall_of_seed(seed: int | str) -> tuple[int, ...]:
    """The wall (136 tiles) of a seed, as in mj_lab.core.game.walls.wall_of_seed."""
    tiles = list(_COPIES_OF_34)
    Random(seed).shuffle(tiles)
    return tuple(tiles)


def seeds_of(seed: int, games: int) -> NDArray[np.uint32]:
    """The seeds [games, 4] of the tactics' random choices, from one seed.

    >>> bool((seeds_of(1, 3)[:2] == seeds_of(1, 2)).all())
    True
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    return rng.integers(1 << 32, size=(games, SEATS), dtype=np.uint32)


def play(  # noqa: PLR0913 - what a game is played by, each by its name
    walls: Iterable[Wall],
    players: Player | Sequence[Player],
    *,
    prevalent_winds: ArrayLike | None = None,
    seatings: ArrayLike | None = None,
    seeds: ArrayLike | None = None,
    seed: int = 0,
    common_wall: ArrayLike = False,
    threads: int = 1,
    records: bool = False,
) -> Games:
    """Plays one game on each wall, with native tactics and without the GIL.

    walls: the tiles of each game. players: one or several, by name or as a Tactic.
    prevalent_winds: [games], 0-3; by default they rotate. seatings: [games, 4], the player at each
    seat; by default one player has all seats, and of several the first has seat 0 and so on. seeds:
    [games, 4], for tactics that choose at random; by default `seeds_of` the seed. common_wall:
    whether all seats draw from one wall; a bool, or bool [games].
    The result does not depend on the number of threads.

    Raises ValueError for a bad wall, and for anything that cannot be played.

    >>> play([wall_of_seed(1)], "greedy").scores.sum()
    np.int64(0)
    """
    tactics = tactics_of(players)
    dealt = [bytes_of(number, wall) for number, wall in enumerate(walls)]
    count = len(dealt)
    if prevalent_winds is None:
        prevalent_winds = np.arange(count) % SEATS
    if seatings is None:
        seatings = np.broadcast_to(_seating(len(tactics)), (count, SEATS))
    if seeds is None:
        seeds = seeds_of(seed, count)
    outcomes = _core.play_many(
        dealt,
        tactics,
        _table(prevalent_winds, np.uint8, "prevalent winds"),
        _table(seatings, np.uint8, "seatings"),
        _table(seeds, np.uint32, "seeds"),
        _table(np.broadcast_to(common_wall, count), np.uint8, "common walls"),
        threads,
        records,
    )
    return Games(outcomes)


def playouts(
    game: Game,
    actions: Sequence[str | int],
    times: int,
    policy: Player | Sequence[Player],
    seed: int = 0,
    *,
    worlds: Literal["true", "walls", "sampled"] = "true",
    seat: int | None = None,
    threads: int = 1,
) -> NDArray[np.int16]:
    """Scores [actions, times, 4] of a decision's actions, each played out `times` times.

    The decision is that of `seat`, by default the seat to move. policy: one player for all seats,
    or four by seat. worlds, the same for each action: the `true` one; the true hands with the rest
    of the `walls` reshuffled each time; or all hidden tiles `sampled` each time, given what the
    other seats did. The game itself does not change.

    Raises ValueError if an action is not legal or there is nothing to decide.
    """
    number, own_seat = _branched(worlds, times, seat)
    tactics = tactics_of(policy)
    return _core.playouts(game, list(actions), times, tactics, seed, number, own_seat, threads)


def playouts_to_draw(  # noqa: PLR0913 - those of playouts, and the draw
    game: Game,
    actions: Sequence[str | int],
    times: int,
    draws: int,
    policy: Player | Sequence[Player],
    seed: int = 0,
    *,
    worlds: Literal["true", "walls", "sampled"] = "true",
    seat: int | None = None,
    threads: int = 1,
) -> NDArray[np.float32]:
    """Scores [actions, times] of the seat, each played out to its `draws`th own draw from now.

    There the expected score of the seat's policy counts, in points of the game; a game that ends
    earlier counts its score. Such a score has less variance than a whole game's, but more bias from
    the policy's errors. Everything else is as in `playouts`.

    Raises ValueError if an action is not legal, there is nothing to decide, or the seat's policy
    has no values (`odds` has).
    """
    number, own_seat = _branched(worlds, times, seat)
    if draws < 1:
        raise ValueError(f"an action is played on to a first draw at least, not {draws}")
    tactics = tactics_of(policy)
    return _core.playouts_to_draw(
        game, list(actions), times, draws, tactics, seed, number, own_seat, threads
    )


def _branched(worlds: str, times: int, seat: int | None) -> tuple[int, int]:
    """The worlds, and the seat: -1 for the one to move."""
    if worlds not in _WORLDS:
        raise ValueError(f"worlds are 'true', 'walls' or 'sampled', not {worlds!r}")
    if times < 1:
        raise ValueError(f"an action is played on at least once, not {times} times")
    return _WORLDS.index(worlds), -1 if seat is None else seat


def bytes_of(number: int, wall: Wall) -> bytes:
    """The tiles of a wall as bytes. Raises ValueError with its number for a bad wall."""
    try:
        return bytes(wall)
    except (TypeError, ValueError):
        raise ValueError(f"wall {number}: a wall is a sequence of tiles 0-41") from None


def _seating(players: int) -> list[int]:
    if players == 1:
        return [0] * SEATS
    if players == SEATS:
        return list(range(SEATS))
    raise ValueError(f"{players} players need seatings; 1 or {SEATS} do not")


def _table(values: ArrayLike, kind: type[_Number], what: str) -> NDArray[_Number]:
    whole = np.asarray(values)
    table = np.ascontiguousarray(whole, dtype=kind)
    if not np.array_equal(whole, table):
        raise ValueError(f"{what} must be whole numbers, 0 or more, that fit")
    return table
