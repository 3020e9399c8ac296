"""Many games at once: played by native tactics and policies, or played out from one decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha512
from typing import Any, Literal, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine._core import Game, Outcome, Tactic, shuffled
from mj_engine.players import Player, tactics_of
from mj_engine.policies import Policy, checked_answers, features_of, name_of_policy

Wall: TypeAlias = "Sequence[int] | NDArray[np.uint8] | bytes"

_Number = TypeVar("_Number", bound=np.unsignedinteger[Any])

SEATS = 4
# Games of policies at a time: their decisions fill a network's batch.
TABLES = 1024
# In the order of the engine.
_WORLDS = ("true", "walls", "sampled")
_COPIES_OF_34 = bytes(tile for tile in range(34) for _ in range(4))
_ALL_TILES = _COPIES_OF_34 + bytes(range(34, 42))


class Games(Sequence[Outcome]):
    """Played games, in the order of their walls; `scores` is int [games, 4]."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = outcomes

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """By game and seat."""
        scores = np.array([outcome.scores for outcome in self._outcomes], dtype=np.int64)
        return scores.reshape(len(self._outcomes), SEATS)

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


def wall_of_seed(seed: int | str, flowers: bool = False) -> tuple[int, ...]:
    """The wall (136 tiles, or 144) of a seed, as in mj_lab.core.game.walls.wall_of_seed."""
    if isinstance(seed, str):
        text = seed.encode()
        number = text + sha512(text).digest()
    else:
        number = abs(seed).to_bytes((seed.bit_length() + 7) // 8, "big")
    return tuple(shuffled(_ALL_TILES if flowers else _COPIES_OF_34, number))


def seeds_of(seed: int, games: int) -> NDArray[np.uint32]:
    """The seeds [games, 4] of the tactics' random choices, from one seed.

    >>> bool((seeds_of(1, 3)[:2] == seeds_of(1, 2)).all())
    True
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    return rng.integers(1 << 32, size=(games, SEATS), dtype=np.uint32)


def play(  # noqa: PLR0913 - what a game is played by, each by its name
    walls: Iterable[Wall],
    players: Player | Policy | Sequence[Player | Policy],
    *,
    prevalent_winds: ArrayLike | None = None,
    seatings: ArrayLike | None = None,
    seeds: ArrayLike | None = None,
    seed: int = 0,
    common_wall: ArrayLike = False,
    threads: int = 1,
    records: bool = False,
    tables: int = TABLES,
    illegal: Literal["raise", "fault"] = "raise",
    teacher: Player | None = None,
) -> Games:
    """Plays one game on each wall, without the GIL but where a policy decides.

    walls: the tiles of each game. players: one or several: native tactics, by name or as a Tactic,
    and policies. prevalent_winds: [games], 0-3; by default they rotate. seatings: [games, 4], the
    player at each seat; by default one player has all seats, and of several the first has seat 0
    and so on. seeds: [games, 4], for random choices; by default `seeds_of` the seed. common_wall:
    whether all seats draw from one wall; a bool, or bool [games]. tables: the most games at a time
    if there are policies; all that wait for one of them are one call of it. illegal: whether a
    policy's illegal answer ends all with an error, or its game with a fault, as by the judge.
    teacher: a native tactic whose choices policies see too, as `teacher`, int64 [N] by index.
    The result does not depend on the numbers of threads and tables.

    Raises ValueError for a bad wall, and for anything that cannot be played; PolicyError for a
    policy that fails.

    >>> play([wall_of_seed(1)], "greedy").scores.sum()
    np.int64(0)
    """
    several = _players_of(players)
    dealt = [bytes_of(number, wall) for number, wall in enumerate(walls)]
    count = len(dealt)
    if prevalent_winds is None:
        prevalent_winds = np.arange(count) % SEATS
    if seatings is None:
        seatings = np.broadcast_to(_seating(len(several)), (count, SEATS))
    if seeds is None:
        seeds = seeds_of(seed, count)
    games = (
        _table(prevalent_winds, np.uint8, "prevalent winds"),
        _table(seatings, np.uint8, "seatings"),
        _table(seeds, np.uint32, "seeds"),
        _table(np.broadcast_to(common_wall, count), np.uint8, "common walls"),
    )
    policies = {number: one for number, one in enumerate(several) if isinstance(one, Policy)}
    if not policies:
        native = [one for one in several if isinstance(one, Tactic)]
        return Games(_core.play_many(dealt, native, *games, threads, records))
    targets = None
    if any("look_ahead" in features_of(policy) for policy in policies.values()):
        from mj_engine.odds import tables as target_table

        targets = target_table()
    named = [name_of_policy(one) if isinstance(one, Policy) else one for one in several]
    opened = _core.OpenGames(dealt, named, *games, records, tables, targets)
    taught = None if teacher is None else tactics_of(teacher)[0]
    return Games(_play_open(opened, policies, taught, threads, illegal == "fault"))


def _players_of(players: Player | Policy | Sequence[Player | Policy]) -> list[Tactic | Policy]:
    several = [players] if isinstance(players, (str, Tactic, Policy)) else players
    return [one if isinstance(one, Policy) else tactics_of(one)[0] for one in several]


def _play_open(
    games: _core.OpenGames,
    policies: Mapping[int, Policy],
    teacher: Tactic | None,
    threads: int,
    may_fault: bool,
) -> Sequence[Outcome]:
    """Play games to their ends, with policies by their places among the players."""
    waiting = games.step(np.zeros(0, np.int64), threads)
    while len(waiting):
        answers = np.zeros(len(waiting), np.int64)
        for number, policy in policies.items():
            places = np.flatnonzero(waiting == number).astype(np.uint32)
            if not len(places):
                continue
            seen = games.observe(places, list(features_of(policy)), teacher, None, threads)
            legal = seen.pop("legal")
            answers[places] = checked_answers(policy, seen, legal, may_fault)
        waiting = games.step(answers, threads)
    return games.outcomes()


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
