"""Plays units on the fast C++ table (mj_engine), for tactics it has; same games as the referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mj_bot import tactics
from mj_bot.events import HU, SEATS
from mj_engine import NATIVE, Outcome, stop_work, tactic
from mj_engine import play as play_natively
from mj_lab.core.extras import engine_line
from mj_lab.core.game.walls import seed_of, walls_of_seed
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.engine import EngineError
from mj_lab.core.runner.seatings import Seating
from mj_lab.core.runner.unit import GameRecord, Played, Setup, Table, Unit, match_name

if TYPE_CHECKING:
    from mj_lab.core.records.match import Match

# Seconds of play in one call of a thread or worker. Ctrl-C waits for a thread's call, and calls are
# cheap.
_GIVEN = 0.5
_MOST_GIVEN = 500
# Units queued for a thread, so that it never waits for the next.
_AT_HAND = 2
# Seconds for a thread to leave the fast table before it is asked again.
_PATIENCE = 0.05


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

    def close(self) -> None:
        """Nothing to do: the threads ended with their run."""

    def _run(self, table: FastTable, units: Iterator[Unit]) -> Iterator[Played]:
        size = 1
        at_hand: list[Future[list[Played]]] = []
        with ThreadPoolExecutor(self.threads, "mj-arena") as pool:
            try:
                while True:
                    while len(at_hand) < _AT_HAND * self.threads and (
                        given := list(islice(units, size))
                    ):
                        at_hand.append(pool.submit(table.play, given))
                    if not at_hand:
                        return
                    finished, _ = wait(at_hand, return_when=FIRST_COMPLETED)
                    # In the order they were started, which a set loses: a thread's are in order.
                    given_first = [future for future in at_hand if future in finished]
                    at_hand = [future for future in at_hand if future not in finished]
                    for future in given_first:
                        played = future.result()
                        size = units_at_once(played)
                        yield from played
            finally:
                end_games(at_hand)


class FastTable:
    """Plays units of one run; usable from any thread.

    Raises EngineError if it does not have a player.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        lacking = players_lacking(setup.specs)
        if lacking:
            raise EngineError(
                f"the fast table has no {lacking[0]:.80}; it plays {', '.join(NATIVE)}:"
                " --engine local plays all"
            )
        if setup.clock is not None:
            raise EngineError("--limit is for --engine local: the fast table has no time limit")
        if setup.hands > 1:
            _refuse_standing(setup.specs)
        try:
            Table(setup)  # Rejects options that mj_bot's tactics reject.
            self._tactics = [tactic(spec) for spec in setup.specs]
        except ValueError as error:
            raise EngineError(str(error)) from None

    def check(self) -> None:
        """Play one game here and at the referee's table.

        Raises EngineError if they differ: the fast table is then older than the code.
        """
        wall = next(walls_of_seed("check"))
        seating = tuple(seat % len(self._setup.specs) for seat in range(SEATS))
        unit = Unit("0", wall, (seating,))
        if self.play([unit])[0].games != Table(self._setup).play(unit).games:
            raise EngineError(f"the fast table plays differently from mj_bot: {engine_line()}")

    def play(self, units: Sequence[Unit]) -> list[Played]:
        """Play walls or matches in all their seatings; other threads run meanwhile."""
        started = perf_counter()
        # Tactics here do not see the standing, so all hands of a match can be played together.
        games = [(unit, number, game) for unit in units for number, game in enumerate(unit.games())]
        outcomes: Any = play_natively(
            [game.wall.tiles for _, _, game in games],
            self._tactics,
            prevalent_winds=[game.wall.prevalent_wind for _, _, game in games],
            seatings=[game.seating for _, _, game in games],
            seeds=[self._seeds(unit, number) for unit, number, _ in games],
            common_wall=[game.wall.common for _, _, game in games],
            records=self._setup.record,
        )
        left = iter(outcomes)
        played_units = [
            self._played(unit, list(islice(left, unit.hands * len(unit.seatings))))
            for unit in units
        ]
        seconds = (perf_counter() - started) / len(units)
        for played in played_units:
            played.seconds = played.seconds_in_players = seconds
        return played_units

    def _seeds(self, unit: Unit, number: int) -> list[int]:
        return [seed_of(self._setup.seed, unit.key, number, seat) for seat in range(SEATS)]

    def _played(self, unit: Unit, outcomes: Sequence[Outcome]) -> Played:
        seatings = [game.seating for game in unit.games()]
        seated = list(zip(outcomes, seatings, strict=True))
        played = Played(
            unit.key,
            [_record_of(outcome, seating) for outcome, seating in seated],
            [Times() for _ in self._setup.specs],
        )
        if self._setup.record:
            played.matches = [
                self._match(unit, number, outcome, seating)
                for number, (outcome, seating) in enumerate(seated)
            ]
        return played

    def _match(self, unit: Unit, number: int, outcome: Outcome, seating: Seating) -> Match:
        from mj_lab.core.records.match import Match

        names = tuple(self._setup.names[player] for player in seating)
        match = Match.model_validate_json(outcome.record)
        return match.model_copy(update={"id": match_name(unit.key, number), "players": names})


def players_lacking(specs: Iterable[str]) -> list[str]:
    """The players that the fast table does not have."""
    return [spec for spec in specs if spec.partition("@")[0] not in NATIVE]


def plays_all(specs: Sequence[str]) -> bool:
    """Whether the fast table has all these players, with their options."""
    if players_lacking(specs):
        return False
    try:
        for spec in specs:
            tactic(spec)
    except ValueError:
        return False
    return True


def _refuse_standing(specs: Iterable[str]) -> None:
    """Raise EngineError for a player that uses the standing, which the fast table lacks."""
    for spec in specs:
        if tactics.sees_standing(tactics.load(spec)):
            raise EngineError(
                f"{spec:.80} plays by the standing, which the fast table does not know:"
                " --engine local plays its matches"
            )


def _record_of(outcome: Outcome, seating: Seating) -> GameRecord:
    result, calls = outcome.result, tuple(outcome.calls)
    won = result.action == HU and result.player is not None
    return GameRecord(
        seating,
        tuple(outcome.scores),
        result.action,
        result.player,
        result.giver,
        result.fan,
        result.fans,
        melds=calls[result.player] if won and result.player is not None else None,
        turn=outcome.turn if won else None,
        calls=calls,
    )


def end_games(futures: Iterable[Future[Any]]) -> None:
    """Cancel the threads' work; calls into the fast table end after their current game."""
    running = {future for future in futures if not future.cancel() and not future.done()}
    while running:
        # Repeated, because this does not end a call that begins later.
        stop_work()
        running = wait(running, timeout=_PATIENCE).not_done


def units_at_once(played: Sequence[Played]) -> int:
    """How many units to hand out at once, from how long some of them took."""
    return at_once(sum(unit.seconds for unit in played) / len(played))


def at_once(each: float) -> int:
    """How many units to play in one call if each takes this long (seconds), so that Ctrl-C works.

    >>> at_once(0.05), at_once(7.0)
    (10, 1)
    """
    return min(max(int(_GIVEN / each), 1), _MOST_GIVEN)
