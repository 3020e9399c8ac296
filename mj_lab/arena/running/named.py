"""Engines by the names that the command line has for them."""

from __future__ import annotations

from mj_lab.arena.running.engine import Engine, EngineError, LocalEngine
from mj_lab.arena.unit import Setup

ENGINES = ("local", "fast", "ray", "fast-ray")
ON_RAY = ("ray", "fast-ray")


def engine_of(name: str, setup: Setup, jobs: int = 1, address: str | None = None) -> Engine:
    """Where to play, found to have all that this setup needs.

    Raises EngineError if there is no such engine, or it lacks something.
    """
    engine: Engine
    if name not in ENGINES:
        raise EngineError(f"no such engine: {name!r}; there are: {', '.join(ENGINES)}")
    if address is not None and name not in ON_RAY:
        raise EngineError("--address is for --engine ray and --engine fast-ray")
    if name in ON_RAY:
        from mj_lab.arena.running.ray_engine import RayEngine

        engine = RayEngine(address, jobs, fast=name == "fast-ray")
    elif name == "fast":
        from mj_lab.arena.running.fast_engine import FastEngine

        engine = FastEngine(jobs)
    else:
        engine = LocalEngine(jobs)
    try:
        engine.check(setup)
    except BaseException:
        engine.close()
        raise
    return engine
