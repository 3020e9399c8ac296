"""Engines by their command-line names."""

from __future__ import annotations

from collections.abc import Callable

from mj_lab.core.options import engine_and_address
from mj_lab.core.runner.engine import Engine, EngineError, LocalEngine
from mj_lab.core.runner.unit import Setup

ENGINES = ("auto", "local", "fast", "ray", "fast-ray")
ON_RAY = ("ray", "fast-ray")


def engine_of(
    name: str, setup: Setup, jobs: int = 1, say: Callable[[str], object] | None = None
) -> Engine:
    """The engine of a name, checked for this setup; `ray@ADDRESS` is a running cluster.

    `auto` is the fast table if it can play this, else the judge on this machine; then `say` gets
    the reason in a line.

    Raises EngineError if there is no such engine, or it lacks something.
    """
    if name == "auto":
        try:
            return engine_of("fast", setup, jobs)
        except EngineError as error:
            engine = engine_of("local", setup, jobs)
            if say is not None:
                say(f"played at the judge: {error}")
            return engine
    engine = _made(*engine_and_address(name), jobs)
    try:
        engine.check(setup)
    except BaseException:
        engine.close()
        raise
    return engine


def _made(name: str, address: str | None, jobs: int) -> Engine:
    if name not in ENGINES:
        raise EngineError(f"no such engine: {name!r}; there are: {', '.join(ENGINES)}")
    if name in ON_RAY:
        from mj_lab.core.runner.ray_engine import RayEngine

        return RayEngine(address, jobs, fast=name == "fast-ray")
    if name == "fast":
        from mj_lab.core.runner.fast_engine import FastEngine

        return FastEngine(jobs)
    return LocalEngine(jobs)
