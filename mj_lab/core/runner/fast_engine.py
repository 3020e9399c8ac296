"""Plays units on the fast C++ table (mj_engine), for tactics it has and policies.

The games are those of the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from mj_bot import tactics
from mj_bot.events import HU, SEATS
from mj_engine import NATIVE, Outcome, PolicyError, stop_work, tactic
from mj_engine import play as play_natively
from mj_lab.core.extras import engine_line
from mj_lab.core.game.players import is_policy, is_tactic, module_of, policy_of, tactic_of
from mj_lab.core.game.result import HUANG
from mj_lab.core.game.walls import Wall, seed_grid, walls_of_seed
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.engine import EngineError, KeptUnits
from mj_lab.core.runner.seatings import Seating
from mj_lab.core.runner.unit import GameRecord, Played, Setup, Table, Unit, UnitGame, match_name

if TYPE_CHECKING:
    from mj_lab.core.records.match import Match

# Seconds of play in one call of a thread or worker. Ctrl-C waits for a thread's call, and calls are
# cheap.
_GIVEN = 0.5
_MOST_GIVEN = 500
# The same of policies, which are faster with more games at a time.
_GIVEN_POLICIES = 4.0
# Units queued for a thread, so that it never waits for the next.
_AT_HAND = 2
# Seconds for a thread to leave the fast table before it is asked again.
_PATIENCE = 0.05
# Games of policies that are played at once as a check; the judge plays the first.
_CHECKED_AMONG = 8
_ANSWERS_OTHERWISE = (
    "a policy answers a decision alone otherwise than among others:"
    " an answer must depend on its own row only"
)


class FastEngine:
    """Plays the tactics that exist in C++, in `threads` threads of this process."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.name = f"fast, {threads} {'thread' if threads == 1 else 'threads'}"

    def check(self, setup: Setup) -> None:
        """Raise EngineError if the fast table lacks a player or plays it differently."""
        FastTable(setup).check()

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        """Play the units; see `mj_lab.core.runner.engine.Engine`."""
        return self._run(FastTable(setup), iter(units))

    def kept_elsewhere(self, folder: Path) -> Iterator[KeptUnits]:
        """Nothing: there are no other machines."""
        return iter(())

    def close(self) -> None:
        """Nothing to do: the threads ended with their run."""

    def _run(self, table: FastTable, units: Iterator[Unit]) -> Iterator[Played]:
        size = 1
        # A policy is asked by one thread, about the games of all.
        players, each = (1, self.threads) if table.has_policies else (self.threads, 1)
        at_hand: list[Future[list[Played]]] = []
        with ThreadPoolExecutor(players, "mj-arena") as pool:
            try:
                while True:
                    while len(at_hand) < _AT_HAND * players and (
                        given := list(islice(units, size))
                    ):
                        at_hand.append(pool.submit(table.play, given, each))
                    if not at_hand:
                        return
                    finished, _ = wait(at_hand, return_when=FIRST_COMPLETED)
                    # In the order they were started, which a set loses: a thread's are in order.
                    given_first = [future for future in at_hand if future in finished]
                    at_hand = [future for future in at_hand if future not in finished]
                    for future in given_first:
                        played = future.result()
                        size = table.units_at_once(played)
                        yield from played
            finally:
                end_games(at_hand)


class FastTable:
    """Plays units of one run; usable from any thread.

    Raises EngineError if it does not have a player.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        try:
            self.has_policies = any(map(is_policy, setup.specs))
        except ValueError as error:
            raise EngineError(str(error)) from None
        lacking = players_lacking(setup.specs)
        if lacking:
            _refuse_unknown(lacking[0])
            raise EngineError(
                f"the fast table has no {lacking[0]:.80}; it plays {', '.join(NATIVE)}:"
                " --engine local plays all"
            )
        if setup.clock is not None:
            raise EngineError("--limit is for --engine local: the fast table has no time limit")
        if setup.hands > 1:
            _refuse_standing(setup.specs)
        try:
            self._judge = Table(setup)  # Rejects options that mj_bot's tactics reject.
            self._players = [
                policy_of(spec) if is_policy(spec) else tactic(spec) for spec in setup.specs
            ]
        except ValueError as error:
            raise EngineError(str(error)) from None

    def check(self) -> None:
        """Play one game here and at the referee's table.

        Raises EngineError if they differ: the fast table is then older than the code.
        """
        seating = tuple(seat % len(self._setup.specs) for seat in range(SEATS))
        walls = islice(walls_of_seed("check"), _CHECKED_AMONG if self.has_policies else 1)
        units = [Unit(str(number), wall, (seating,)) for number, wall in enumerate(walls)]
        if self.play(units)[0].games == self._judge.play(units[0]).games:
            return
        if self.has_policies:
            raise EngineError(_ANSWERS_OTHERWISE)
        raise EngineError(f"the fast table plays differently from mj_bot: {engine_line()}")

    def play(self, units: Sequence[Unit], threads: int = 1) -> list[Played]:
        """Play walls or matches in all their seatings; other threads run meanwhile.

        threads: of the games of policies, which others must not ask meanwhile.

        Raises EngineError if a policy fails.
        """
        started = perf_counter()
        # Tactics here do not see the standing, so all hands of a match can be played together.
        games = [game for unit in units for game in unit.games()]
        walls = [game.wall for game in games]
        try:
            outcomes = play_natively(
                _tiles(walls),
                self._players,
                prevalent_winds=np.fromiter((wall.prevalent_wind for wall in walls), np.uint8),
                seatings=np.array([game.seating for game in games], np.uint8),
                seeds=np.array(
                    [seed for unit in units for seed in self._seeds(unit)], np.uint32
                ).reshape(-1, SEATS),
                common_wall=np.fromiter((wall.common for wall in walls), np.bool_),
                threads=threads,
                records=self._setup.record,
                illegal="fault",
            )
        except PolicyError as error:
            raise EngineError(str(error)) from error
        played_units = []
        first = 0
        for unit in units:
            last = first + unit.hands * len(unit.seatings)
            played_units.append(self._played(unit, games[first:last], outcomes[first:last]))
            first = last
        seconds = (perf_counter() - started) / len(units)
        for played in played_units:
            played.seconds = played.seconds_in_players = seconds
        return list(map(self._judged, units, played_units))

    def units_at_once(self, played: Sequence[Played]) -> int:
        """How many units to play in the next call, from how long some of them took."""
        return units_at_once(played, _GIVEN_POLICIES if self.has_policies else _GIVEN)

    def _judged(self, unit: Unit, played: Played) -> Played:
        """The unit, played again at the judge if it has a fault: the judge words it."""
        if all(game.action in (HU, HUANG) for game in played.games):
            return played
        again = self._judge.play(unit)
        if again.games != played.games:
            raise EngineError(_ANSWERS_OTHERWISE)
        return again

    def _seeds(self, unit: Unit) -> list[int]:
        games = unit.hands * len(unit.seatings)
        return seed_grid(self._setup.seed, unit.key, rows=games, columns=SEATS)

    def _played(self, unit: Unit, games: Sequence[UnitGame], outcomes: Sequence[Outcome]) -> Played:
        records = [
            GameRecord(game.seating, *outcome.record_fields)
            for game, outcome in zip(games, outcomes, strict=True)
        ]
        rows = [
            outcome.record_json(game.seating) for game, outcome in zip(games, outcomes, strict=True)
        ]
        played = Played(unit.key, records, [Times() for _ in self._setup.specs])
        played.games_json = f"[{','.join(rows)}]"
        if self._setup.record:
            played.matches = [
                self._match(unit, number, outcome, games[number].seating)
                for number, outcome in enumerate(outcomes)
            ]
        return played

    def _match(self, unit: Unit, number: int, outcome: Outcome, seating: Seating) -> Match:
        from mj_lab.core.records.match import Match

        names = tuple(self._setup.names[player] for player in seating)
        match = Match.model_validate_json(outcome.record)
        return match.model_copy(update={"id": match_name(unit.key, number), "players": names})


def players_lacking(specs: Iterable[str]) -> list[str]:
    """The players that the fast table does not have."""
    return [spec for spec in specs if spec.partition("@")[0] not in NATIVE and not is_policy(spec)]


def plays_all(specs: Sequence[str]) -> bool:
    """Whether the fast table has all these players itself, with their options."""
    try:
        for spec in specs:
            tactic(spec)
    except ValueError:
        return False
    return True


def _refuse_unknown(spec: str) -> None:
    """Raise EngineError for the name of a tactic that there is nowhere: a slip of the keyboard."""
    if not is_tactic(spec) or module_of(spec):
        return
    try:
        tactics.check(tactics.add_file(spec))
    except ValueError as error:
        raise EngineError(str(error)) from None


def _refuse_standing(specs: Iterable[str]) -> None:
    """Raise EngineError for a player that uses the standing, which the fast table lacks."""
    for spec in specs:
        if tactics.sees_standing(tactic_of(spec)):
            raise EngineError(
                f"{spec:.80} plays by the standing, which the fast table does not know:"
                " --engine local plays its matches"
            )


def _tiles(walls: Iterable[Wall]) -> list[bytes]:
    """The tiles of walls, many of which are the one before."""
    tiles, last = [], None
    for wall in walls:
        tiles.append(tiles[-1] if wall is last else bytes(wall.tiles))
        last = wall
    return tiles


def end_games(futures: Iterable[Future[Any]]) -> None:
    """Cancel the threads' work; calls into the fast table end after their current game."""
    running = {future for future in futures if not future.cancel() and not future.done()}
    while running:
        # Repeated, because this does not end a call that begins later.
        stop_work()
        running = wait(running, timeout=_PATIENCE).not_done


def units_at_once(played: Sequence[Played], given: float = _GIVEN, most: int = _MOST_GIVEN) -> int:
    """How many units to hand out at once, from how long some of them took."""
    return at_once(sum(unit.seconds for unit in played) / len(played), given, most)


def at_once(each: float, given: float = _GIVEN, most: int = _MOST_GIVEN) -> int:
    """How many units to play in one call if each takes this long (seconds), so that Ctrl-C works.

    >>> at_once(0.05), at_once(7.0)
    (10, 1)
    """
    return min(max(int(given / each), 1), most)
