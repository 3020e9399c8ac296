"""Plays units on a Ray cluster: on this machine's cores, or on many machines."""

from __future__ import annotations

import logging
import os
import pickle
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from mj_lab.core.database import DatabaseError
from mj_lab.core.extras import missing_package
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.engine import EngineError, KeptUnits, answer
from mj_lab.core.runner.fast_engine import FastTable, units_at_once
from mj_lab.core.runner.identity import code_digest, program_digest
from mj_lab.core.runner.store import forget_kept, keep_units, kept_in
from mj_lab.core.runner.unit import GameFault, GameRecord, Played, Setup, Table, Unit

_Given = TypeVar("_Given")
_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")
# A unit without matches as it travels: as it is, a driver would unpack it in twice the time.
_Packed = tuple[str, list[tuple[Any, ...]], list[Times], list[GameFault], float, float]

# Seconds of play in one task: at least, and more where so many CPUs play that the driver would have
# more tasks a second, each of which costs it milliseconds. A worker goes by its own clock and gives
# back what it had no time for.
_GIVEN, _TASKS_A_SECOND = 2.0, 100
# Seconds to wait for the answers of a twentieth of the tasks: a call takes as long as for one.
_TOGETHER = 0.1
# Units in one task. Matches are recorded with fewer, as they fill the memory.
_MOST_GIVEN, _MOST_RECORDED = 5000, 500
# Tasks queued for each CPU, so that none waits for the next.
_AT_HAND = 2
# The same if answers are returned in order, so that a slow one does not leave the others idle.
_AHEAD = 16
# Seconds for a node to report what it has; starting Python there takes some of them.
_PATIENCE = 120.0
# Seconds to wait for an answer from the cluster's address.
_KNOCK = 10.0


class _Shared(NamedTuple):
    """What all tasks of a run share."""

    setup: Setup
    fast: bool
    seconds: float


class _Equipment(NamedTuple):
    """What a node has: the digests of its code and programs, and one line on what is missing."""

    code: str
    programs: tuple[str, ...]
    lacking: str


class RayEngine:
    """Plays on a Ray cluster, by default a new one with `jobs` CPUs on this machine.

    address: of a running cluster, as `ray.init` takes it. Its nodes must have the same version of
    this project, which `check` verifies before any game. fast: every CPU plays at the fast table,
    which the nodes must have built. Raises EngineError if Ray is not installed or the cluster
    cannot be reached.
    """

    def __init__(self, address: str | None = None, jobs: int = 1, *, fast: bool = False) -> None:
        where = address or f"local, {jobs} {'CPU' if jobs == 1 else 'CPUs'}"
        self.name = f"{'fast-ray' if fast else 'ray'}, {where}"
        self._fast, self._joined = fast, address is not None
        self._ray = _import_ray()
        options: dict[str, Any] = {"address": address}
        if address is not None:
            _knock(address)
        else:
            options = {"address": "local", "num_cpus": jobs, "include_dashboard": False}
        try:
            self._ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            first = (str(error).splitlines() or [type(error).__name__])[0]
            raise EngineError(f"no Ray cluster at {address or 'this machine'}: {first}") from None
        # Ray tells of killed workers on stdout, amid a run's JSON, whatever log_to_driver says.
        worker = self._ray._private.worker
        if hasattr(worker, "print_to_stdstream"):
            worker.print_to_stdstream = lambda *_, **__: None

    def check(self, setup: Setup) -> None:
        """Raise EngineError if a node lacks a player or has different code."""
        ours = _equipment(setup, self._fast)
        if ours.lacking:
            raise EngineError(ours.lacking)
        for where, theirs in self.everywhere(_equipment, setup, self._fast):
            if theirs.lacking:
                raise EngineError(f"{where}: {theirs.lacking}")
            if theirs.code != ours.code:
                raise EngineError(f"{where} has another version of mj_bot or of the judge")
            for spec, own, other in zip(setup.specs, ours.programs, theirs.programs, strict=True):
                if own != other:
                    raise EngineError(f"{where} has another {spec}")

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        """Play the units; see `mj_lab.core.runner.engine.Engine`.

        If closed early, the few queued tasks end by themselves, or with `close`. `ray.cancel` would
        end this process if an answer is under way ("Tried to complete task that was not pending",
        Ray 2.60).
        """
        ray, units, size = self._ray, iter(units), 1
        most = _MOST_RECORDED if setup.record else _MOST_GIVEN
        # A task whose worker or node is killed is played again, three times at the most.
        play = ray.remote(_play)
        cpus = self._cpus()
        seconds = max(_GIVEN, cpus / _TASKS_A_SECOND)
        shared = ray.put(_Shared(setup, self._fast, seconds))
        at_hand: dict[Any, list[Unit]] = {}
        back: deque[Unit] = deque()

        def next_units() -> list[Unit]:
            first = [back.popleft() for _ in range(min(size, len(back)))]
            return [*first, *islice(units, size - len(first))]

        def give() -> None:
            while len(at_hand) < _AT_HAND * cpus and (some := next_units()):
                # Pickled here: Ray asks in Python how to pickle each object.
                at_hand[play.remote(shared, pickle.dumps(some))] = some

        give()
        while at_hand:
            count = 1 + len(at_hand) // 20
            for reference in ray.wait(list(at_hand), num_returns=count, timeout=_TOGETHER)[0]:
                played, given = self._played(reference, setup), at_hand.pop(reference)
                back += given[len(played) :]
                size = units_at_once(played, seconds, most)
                give()
                yield from played

    def kept_elsewhere(self, folder: Path) -> Iterator[KeptUnits]:
        """See `mj_lab.core.runner.engine.Engine`."""
        if not self._joined:  # It is this machine alone.
            return
        for _, kept in self.everywhere(_kept_here, folder, may_die=True):
            yield from kept
        for _ in self.everywhere(forget_kept, folder, may_die=True):
            pass

    def everywhere(
        self, function: Callable[..., _Answer], *arguments: Any, may_die: bool = False
    ) -> Iterator[tuple[str, _Answer]]:
        """Run a function on each node; returns its results with the nodes' names.

        may_die: whether a node that dies is passed over. Raises EngineError if it fails there.
        """
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        # Without a CPU, it waits for no game that is being played.
        probe = self._ray.remote(num_cpus=0)(function)
        asked = []
        for node in self._nodes():
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            asked.append((node, probe.options(scheduling_strategy=there).remote(*arguments)))
        failed = self._ray.exceptions.RayTaskError if may_die else self._ray.exceptions.RayError
        for node, reference in asked:
            where = f"Ray node {node['NodeManagerHostname']}"
            try:
                answered = self._ray.get(reference, timeout=_PATIENCE)
            except failed as error:
                raise EngineError(f"{where} cannot play: {_last_line(error)}") from None
            except self._ray.exceptions.RayError:
                continue
            yield where, answered

    def answers(
        self, function: Callable[[_Given, _Task], _Answer], shared: _Given, tasks: Iterable[_Task]
    ) -> Iterator[_Answer]:
        """The function's result for each task, in order, on any free CPU.

        May be closed early like `run`. Raises EngineError if a task fails.
        """
        remote, given = self._ray.remote(function), self._ray.put(shared)
        references = (remote.remote(given, task) for task in tasks)
        ahead = deque(islice(references, _AHEAD * self._cpus()))
        while ahead:
            try:
                answered: _Answer = self._ray.get(ahead.popleft())
            except self._ray.exceptions.RayError as error:
                raise EngineError(f"a Ray worker failed: {_last_line(error)}") from None
            ahead.extend(islice(references, 1))
            yield answered

    def close(self) -> None:
        """Leave the cluster; one started by this engine ends."""
        with _quiet():
            self._ray.shutdown()

    def _cpus(self) -> int:
        return max(1, sum(int(node["Resources"]["CPU"]) for node in self._nodes()))

    def _nodes(self) -> list[Any]:
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        return [node for node in nodes if node["Resources"].get("CPU", 0) >= 1]

    def _played(self, reference: Any, setup: Setup) -> list[Played]:
        try:
            answered = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise EngineError(f"a Ray worker failed: {_last_line(error)}") from None
        if isinstance(answered, str):
            raise EngineError(answered)
        return answered if setup.record else [_unpacked(one, setup) for one in answered]


def _import_ray() -> Any:
    # Send no usage data, and neither look for accelerators nor hide them.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise EngineError(str(missing_package("--engine ray", "Ray", "ray"))) from None
    return ray


def _knock(address: str) -> None:
    """Raise EngineError if nothing answers there: Ray would end this process after a minute."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not port.isdigit():  # "auto" and the like
        return
    try:
        socket.create_connection((host, int(port)), timeout=_KNOCK).close()
    except (OSError, OverflowError) as error:
        raise EngineError(f"no Ray cluster at {address}: {error}") from None


def _equipment(setup: Setup, fast: bool) -> _Equipment:
    lacking = ""
    try:
        if fast:
            FastTable(setup).check()
        else:
            Table(setup)
    except ValueError as error:
        lacking = str(error)
    programs = tuple(program_digest(spec) for spec in setup.specs)
    return _Equipment(code_digest(setup.specs), programs, lacking)


def _play(shared: _Shared, pickled: bytes) -> list[Played] | list[_Packed] | str:
    """Play the first of these units, as many as the time allows; or one line that says why not."""
    setup, place = shared.setup, shared.setup.keep_in
    try:
        table = FastTable(setup) if shared.fast else _Judge(setup)
        played = _in_time(table, pickle.loads(pickled), shared.seconds)
        if place is not None:
            keep_units(place, _import_ray().get_runtime_context().get_worker_id(), played)
    except (EngineError, DatabaseError) as error:
        return str(error)
    return played if setup.record else list(map(_packed, played))


def _packed(played: Played) -> _Packed:
    games, times = [tuple(game) for game in played.games], played.times
    return (
        played.key,
        games,
        times if any(one.counts for one in times) else [],
        played.faults,
        played.seconds,
        played.seconds_in_players,
    )


def _unpacked(packed: _Packed, setup: Setup) -> Played:
    key, games, times, faults, seconds, in_players = packed
    records = [GameRecord(*game) for game in games]
    times = times or [Times() for _ in setup.specs]
    kept = setup.keep_in is not None
    return Played(key, records, times, faults, seconds, in_players, kept=kept)


def _in_time(table: FastTable | _Judge, units: Sequence[Unit], seconds: float) -> list[Played]:
    until, size = perf_counter() + seconds, 1
    played: list[Played] = []
    while size and len(played) < len(units):
        some = table.play(units[len(played) : len(played) + size])
        played += some
        left = until - perf_counter()
        size = units_at_once(some, left) if left > 0 else 0
    return played


class _Judge:
    """The judge's table, called as the fast one."""

    def __init__(self, setup: Setup) -> None:
        self._table = Table(setup)

    def play(self, units: Sequence[Unit]) -> list[Played]:
        """Play the units; EngineError says of which wall one failed."""
        return [self._played(unit) for unit in units]

    def _played(self, unit: Unit) -> Played:
        answered = answer(self._table, unit)
        if isinstance(answered, str):
            raise EngineError(answered)
        return answered


def _kept_here(folder: Path) -> list[KeptUnits]:
    return list(kept_in(folder))


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence stderr: Ray's C++ code writes there about abandoned tasks."""
    sys.stderr.flush()
    saved = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:300] if lines else type(error).__name__
