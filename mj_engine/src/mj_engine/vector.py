"""The vector table: hundreds of games in one call, for learners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine.play import Wall, bytes_of
from mj_engine.players import Player, tactics_of

SCALARS = _core.scalar_names()

Learner: TypeAlias = 'int | Literal["rotate", "all"]'


class Step(NamedTuple):
    """The state of every table.

    planes: uint8 [tables, 9 x (1 + history), 34, 4] of 0 and 1; n copies of a tile set the first n
    cells: own hand; melds of the four seats (own, next, opposite, before); discards of the four
    seats; and these nine again for each of the last own discards, the newest first. masks: uint8
    [tables, ACTION_COUNT], 1 where the action of that index is legal.
    scalars: uint8 [tables, 16], named in SCALARS, seats from the own one on, 255 for no tile.
    hidden: uint8 [tables, 51, 34] of 0 and 1, what the seat cannot see; [tables, 0, 34] unless
    asked for: the hands of the next seat, the one opposite and the one before, four channels each;
    their concealed kongs, one each; the next five tiles of the four walls, the own one first, one
    channel each in draw order; and all tiles left in each wall, four channels. No flowers.
    rewards: float32 [tables, 4], the scores by seat of the game that ended in this step, else 0.
    dones: uint8 [tables], whether a game ended; the observation is then of the next game.
    seats: uint8 [tables], whose decision it is.
    games: uint64 [tables], the number of the observed game, counted over all tables.
    """

    planes: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    scalars: NDArray[np.uint8]
    hidden: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    dones: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    games: NDArray[np.uint64]


class VectorTable:
    """Games side by side, each stopped at a learner's decision; opponents are native tactics.

    tables: how many. seat: the learner's, 0-3; `rotate` changes it from game to game; `all` is
    every seat, for self-play; or one of these for each table. opponents: one, or three for the
    seats after the learner's; they must decide only by the current state. The g-th game of table t
    has the number n = t + g x tables, and wall n. duplicate: wall n // 4, so each wall is played
    four times and a rotating learner has every seat once. walls: used in turn; by default made from
    `seed`. prevalent_winds: [walls], 0-3; by default they rotate with the wall. history: the number
    of last own discards with planes, 0-6. hidden: whether to show hidden tiles. keep: whether a
    step's arrays stay as they are; if not, the next step overwrites them. threads: how many share a
    call, if it is long enough for that; results do not depend on it.

    It can be copied, and pickled if the opponents are given by their names.

    Raises ValueError for bad options.

    >>> table = VectorTable(2, opponents="random", seed=1)
    >>> step = table.reset()
    >>> step.planes.shape, step.masks.shape, step.rewards.shape
    ((2, 9, 34, 4), (2, 853), (2, 4))
    """

    def __init__(  # noqa: PLR0913  # each is an option by its name
        self,
        tables: int,
        *,
        opponents: Player | Sequence[Player] = "random",
        seat: Learner | Sequence[Learner] = "rotate",
        walls: Iterable[Wall] = (),
        prevalent_winds: Sequence[int] = (),
        seed: int = 0,
        duplicate: bool = False,
        history: int = 0,
        hidden: bool = False,
        threads: int = 1,
        keep: bool = False,
    ) -> None:
        seats: list[object] = np.atleast_1d(np.array(seat, dtype=object)).tolist()
        self._opponents = opponents
        self._options: dict[str, Any] = {
            "tables": tables,
            "seats": seats,
            "walls": [bytes_of(number, wall) for number, wall in enumerate(walls)],
            "winds": list(prevalent_winds),
            "seed": seed,
            "duplicate": duplicate,
            "history": history,
            "hidden": hidden,
        }
        self._threads = threads
        self._keep = keep
        self._set_up()

    def _set_up(self) -> None:
        self._core = _core.VectorTable(opponents=tactics_of(self._opponents), **self._options)
        self._step: Step | None = None

    def __len__(self) -> int:
        return int(self._options["tables"])

    @property
    def now(self) -> Step | None:
        """The last step; None before a reset."""
        return self._step

    def reset(self, *, onward: bool = False) -> Step:
        """Puts each table at the first decision of its first game; later, of its next game."""
        self._leave()
        self._core.reset(self._threads, onward and self._step is not None)
        return self._now()

    def step(self, actions: ArrayLike) -> Step:
        """Take the actions, by index [tables], and go on to each table's next decision.

        Raises ValueError and does nothing if one is not legal, or before a reset.
        """
        self._begun()
        self._leave()
        self._core.step(np.ascontiguousarray(actions, dtype=np.int64), self._threads)
        return self._now()

    def choices(self, player: Player) -> NDArray[np.int64]:
        """A native tactic's answer at each table [tables], for a teacher or a policy.

        Raises ValueError if there is no such tactic, or before a reset.
        """
        self._begun()
        return self._core.choices(tactics_of(player)[0], self._threads)

    def save(self, places: ArrayLike | None = None) -> NDArray[np.uint8]:
        """The states [places, size] of these tables, by default of all, for `restore`.

        Raises ValueError if there is no such table, or before a reset.

        >>> table = VectorTable(2, seed=1)
        >>> step = table.reset()
        >>> states = table.save()
        >>> _ = table.step(step.masks.argmax(axis=1))
        >>> _ = table.restore(states)  # where it was
        """
        self._begun()
        return self._core.save(self._places(places))

    def restore(self, states: ArrayLike, places: ArrayLike | None = None) -> Step:
        """Puts these tables, by default all, into saved states; the other tables stay.

        A state may be of another table with the same opponents and history: its game goes on here
        as it would have there, and the next one is this table's own.

        Raises ValueError and does nothing if one is damaged or of another version of mj_engine.
        """
        self._leave()
        self._core.restore(np.ascontiguousarray(states, dtype=np.uint8), self._places(places))
        return self._now()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name not in ("_core", "_step")}
        return {**kept, "states": None if self._step is None else self.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        states = kept.pop("states")
        vars(self).update(kept)
        self._set_up()
        if states is not None:
            self.restore(states)

    def _begun(self) -> None:
        if self._step is None:
            raise ValueError("reset() comes first")

    def _leave(self) -> None:
        if self._keep:
            self._core.leave_arrays()

    def _now(self) -> Step:
        if self._step is None or self._keep:
            self._step = Step(**self._core.arrays())
        return self._step

    def _places(self, places: ArrayLike | None) -> NDArray[np.int64]:
        given = np.arange(len(self)) if places is None else places
        return np.atleast_1d(np.ascontiguousarray(given, dtype=np.int64))
