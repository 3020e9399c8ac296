"""Plays units on a Ray cluster: on this machine's cores, or on many machines."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from mj_lab.core.extras import missing_package
from mj_lab.core.runner.engine import EngineError, answer
from mj_lab.core.runner.fast_engine import FastTable, units_at_once
from mj_lab.core.runner.identity import code_digest, program_digest
from mj_lab.core.runner.unit import (
    Played,
    Setup,
    Table,
    Unit,
)

_Shared = TypeVar("_Shared")
_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")

# Tasks queued for each CPU, so that none waits for the next.
_AT_HAND = 2
# The same if answers are returned in order, so that a slow one does not leave the others idle.
_AHEAD = 16
# Seconds for a node to report what it has; starting Python there takes some of them.
_PATIENCE = 120.0
# Seconds to wait for an answer from the cluster's address.
_KNOCK = 10.0


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
        self._fast = fast
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
        play = ray.remote(_play_fast if self._fast else _play)
        shared = ray.put(setup)

        def given() -> Iterator[Any]:
            while some := list(islice(units, size)):
                yield play.remote(shared, some)

        at_hand = list(islice(given(), _AT_HAND * self._cpus()))
        while at_hand:
            ready, at_hand = ray.wait(at_hand)
            for reference in ready:
                played = self._played(reference)
                if self._fast:
                    size = units_at_once(played)
                at_hand += islice(given(), 1)
                yield from played

    def everywhere(
        self, function: Callable[..., _Answer], *arguments: Any
    ) -> Iterator[tuple[str, _Answer]]:
        """Run a function on each node; returns its results with the nodes' names.

        Raises EngineError if it fails there.
        """
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        probe = self._ray.remote(function)
        for node in self._nodes():
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            reference = probe.options(scheduling_strategy=there).remote(*arguments)
            yield f"Ray node {node['NodeManagerHostname']}", self._result(reference, node)

    def answers(
        self, function: Callable[[_Shared, _Task], _Answer], shared: _Shared, tasks: Iterable[_Task]
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

    def _result(self, reference: Any, node: Any) -> Any:
        try:
            return self._ray.get(reference, timeout=_PATIENCE)
        except self._ray.exceptions.RayError as error:
            where = node["NodeManagerHostname"]
            raise EngineError(f"Ray node {where} cannot play: {_last_line(error)}") from None

    def _played(self, reference: Any) -> list[Played]:
        try:
            answered = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            raise EngineError(f"a Ray worker failed: {_last_line(error)}") from None
        if isinstance(answered, list):
            return answered
        raise EngineError(str(answered))


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


def _play(setup: Setup, units: Sequence[Unit]) -> list[Played] | str:
    table, played = Table(setup), []
    for unit in units:
        answered = answer(table, unit)
        if isinstance(answered, str):
            return answered
        played.append(answered)
    return played


def _play_fast(setup: Setup, units: Sequence[Unit]) -> list[Played] | str:
    try:
        return FastTable(setup).play(units)
    except EngineError as error:
        return str(error)


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
