"""The results of a duel: the difference, both sides, every wall."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from mj_lab.core.game.result import HUANG
from mj_lab.core.game.walls import Wall
from mj_lab.core.runner.decision_times import Times, TimesFigures
from mj_lab.core.runner.identity import names_of
from mj_lab.core.runner.unit import GameFault, GameRecord, Played
from mj_lab.core.sprt import SprtResult
from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.measure.arena.duel import Duel, DuelRun
from mj_lab.measure.arena.tally import Figures, mean_score, tally


@dataclass(frozen=True)
class Side:
    """One side of a duel: its spec, its figures, and the error of its score by wall."""

    player: str
    figures: Figures
    score_error: float | None

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "player": self.player,
            **asdict(self.figures),
            "score_error": self.score_error,
        }


@dataclass(frozen=True)
class DuelWall:
    """A wall of a duel: its number and id, the difference on it, its games."""

    wall: int
    id: str
    prevalent_wind: int
    difference: float
    games: list[GameRecord]

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {**vars(self), "games": [game.to_json() for game in self.games]}


@dataclass
class Timing:
    """What depends on the machine. sides: times of decisions, by the player's name.

    seconds: of all units together. engine, database: where it was played and stored, if known.
    """

    sides: dict[str, TimesFigures]
    seconds: float
    seconds_in_players: float
    faults: list[GameFault]
    engine: str | None = None
    database: str | None = None


@dataclass(frozen=True)
class DuelSummary:
    """All results of a duel; only `timing` may differ between equal runs.

    settings: those of `Duel.settings` at its start. until: the error that ends it. sides: by the
    player's name.
    """

    duel: Duel
    settings: Mapping[str, Any]
    complete: bool
    until: float | None
    sprt: SprtResult | None
    wall_count: int
    games: int
    draws: int
    difference: Estimate
    sides: dict[str, Side]
    walls: list[DuelWall]
    timing: Timing

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON (docs/guide/measuring.md)."""
        return {
            **self.settings,
            "complete": self.complete,
            "until": self.until,
            "sprt": self.sprt and self.sprt._asdict(),
            "wall_count": self.wall_count,
            "games": self.games,
            "draws": self.draws,
            "difference": self.difference.to_json(),
            "sides": {name: side.to_json() for name, side in self.sides.items()},
            "walls": [wall.to_json() for wall in self.walls],
            "timing": asdict(self.timing),
        }


def summary_of(run: DuelRun, settings: Mapping[str, Any] | None = None) -> DuelSummary:
    """All results of a duel. settings: those at its start, if the code may have changed since."""
    duel, played = run.duel, run.played
    games = [game for unit in played for game in unit.games]
    means = [[mean_score(unit.games, player) for unit in played] for player in range(2)]
    differences = [one - other for one, other in zip(*means, strict=True)]
    last = int(played[-1].key) if played else -1
    walls = list(islice(duel.all_walls(), last + 1))
    names = names_of(duel.specs)
    return DuelSummary(
        duel=duel,
        settings=settings or duel.settings(),
        complete=run.complete,
        until=run.stop.until,
        sprt=run.stop.sprt and run.stop.sprt.result(differences),
        wall_count=len(played),
        games=len(games),
        draws=sum(game.action == HUANG for game in games),
        difference=estimate(differences),
        sides={
            name: Side(spec, tally(games, player).figures(), estimate(means[player]).error)
            for player, (name, spec) in enumerate(zip(names, duel.specs, strict=True))
        },
        walls=[
            _wall(unit, walls[int(unit.key)], value)
            for unit, value in zip(played, differences, strict=True)
        ],
        timing=timing_of(played, names),
    )


def _wall(unit: Played, wall: Wall, value: float) -> DuelWall:
    return DuelWall(int(unit.key), wall.id, wall.prevalent_wind, value, unit.games)


def timing_of(played: Sequence[Played], names: Sequence[str]) -> Timing:
    """Decision times by player, and the faults."""
    sides = {}
    for player, name in enumerate(names):
        times = Times()
        for unit in played:
            times.merge(unit.times[player])
        sides[name] = times.figures()
    return Timing(
        sides,
        math.fsum(unit.seconds for unit in played),
        math.fsum(unit.seconds_in_players for unit in played),
        [fault for unit in played for fault in unit.faults],
    )
