"""Rollouts on a Ray cluster: parts of a plan are played by its workers, the learner stays here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from mj_lab.arena.running.engine import EngineError
from mj_lab.arena.running.ray_engine import RayEngine

_Plan = TypeVar("_Plan")
_Part = TypeVar("_Part")


class OnRay:
    """The cluster at an address, else one of `jobs` CPUs made for it on this machine.

    Raises EngineError if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, jobs: int = 1, address: str | None = None) -> None:
        self._engine = RayEngine(address, jobs, fast=True)
        self._checked = False

    def parts(
        self, play: Callable[[_Plan, int], _Part], plan: _Plan, firsts: Iterable[int]
    ) -> list[_Part]:
        """The parts that begin at these games, in their order.

        Raises EngineError if a worker fails.
        """
        return self._engine.answers(play, plan, firsts)

    def check(self, digest: Callable[[_Plan], str], plan: _Plan) -> None:
        """Once, before the first games: every node plays a plan, which has to come out as here.

        Raises EngineError if a node plays otherwise.
        """
        if self._checked:
            return
        ours = digest(plan)
        for where, theirs in self._engine.everywhere(digest, plan):
            if theirs != ours:
                raise EngineError(f"{where} plays otherwise than this machine: make engine on both")
        self._checked = True

    def close(self) -> None:
        """Leave the cluster; the one that was made for this ends."""
        self._engine.close()
