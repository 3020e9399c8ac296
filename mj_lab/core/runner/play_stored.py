"""Plays what a run's store lacks, until it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from mj_lab.core.runner.engine import Engine, EngineError, close
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Setup, Unit

UnitWatch = Callable[[Played, bool], None]


def finished(engine: Engine, store: Store) -> dict[str, Played]:
    """Every finished unit by its key, wherever the engine's workers kept it.

    Raises DatabaseError if one is damaged, or of another run.
    """
    store.gather(engine.kept_elsewhere(store.keep_in.folder))
    return store.all()


def play_missing(
    known: dict[str, Played],
    engine: Engine,
    store: Store,
    setup: Setup,
    units: Iterable[Unit],
    watch: UnitWatch | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the units that are not known, into the store and `known`, until it is `enough`.

    `watch(played, True)` is called before a unit is stored, unless a worker has stored it, which it
    may without matches. Raises EngineError if a worker breaks, or is gone with what it stored.
    """
    if not setup.record:
        setup = replace(setup, keep_in=store.keep_in)
    results = engine.run(setup, (unit for unit in units if unit.key not in known))
    kept = set()
    try:
        for played in results:
            if watch is not None:
                watch(played, True)
            if played.kept:
                kept.add(played.key)
                known[played.key] = played
            else:
                store.put(played)
                known[played.key] = replace(played, matches=[], games_json="")
            if enough():
                break
    finally:
        close(results)
        if kept:
            store.gather(engine.kept_elsewhere(store.keep_in.folder))
    if kept and (lost := kept - store.keys()):
        for key in lost:
            del known[key]
        raise EngineError(
            f"a machine is gone with {len(lost)} finished units; the same command plays them again"
        )
