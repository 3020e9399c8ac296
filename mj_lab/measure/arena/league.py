"""A league in the contest's format: Swiss rounds, tables of four, four walls each.

Every wall is played in all 24 seatings (or 4). The summed scores rank the four players for 4/3/2/1
points, shared by equal sums. All tables of a round play the same walls, one per prevalent wind. Or
each table plays matches of 4 or 16 hands, as in tournaments, in that many orders of the four: each
match pays 4/2/1/0 table points by its sum, and winds and seats change as in tournaments.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.database import DatabaseError
from mj_lab.core.game.placement import TABLE_POINTS, placement_points
from mj_lab.core.game.seating import HANDS, prevalent_wind_of
from mj_lab.core.game.walls import Wall, seed_of, wall_of_seed
from mj_lab.core.runner.engine import Engine
from mj_lab.core.runner.identity import code_digest, names_of, program_digest
from mj_lab.core.runner.play_stored import UnitWatch, finished, play_missing
from mj_lab.core.runner.seatings import Seating, league_seatings
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import (
    GameRecord,
    Played,
    Setup,
    Unit,
)
from mj_lab.measure.arena.swiss import History, Pairing, pair

if TYPE_CHECKING:
    from mj_lab.core.game.sandbox import Limits

WALLS = SEATS  # One per prevalent wind.
_POINTS = (4, 3, 2, 1)
# Seatings of a unit: few, so that the workers share a round evenly.
_SEATINGS_IN_UNIT = 6


@dataclass(frozen=True)
class League:
    """All that determines the games of a league. match: hands of a match, 1 for single walls.

    Raises ValueError for a number of hands that no match has.
    """

    specs: tuple[str, ...]
    rounds: int
    seatings: int = 24
    seed: str = "0"
    clock: float | None = None
    match: int = 1

    def __post_init__(self) -> None:
        if self.match not in HANDS:
            raise ValueError(f"a match has 4 or 16 hands, not {self.match}")

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, all different."""
        return names_of(self.specs)

    def setup(self, record: bool = False, limits: Limits | None = None) -> Setup:
        """What every worker needs."""
        return Setup(self.specs, self.names, self.seed, self.clock, record, limits, self.match)

    def settings(self) -> dict[str, Any]:
        """The same as plain data for JSON, without the number of rounds, which affects no game."""
        of_match = {"match": self.match} if self.match > 1 else {}
        return {
            "kind": "league",
            **of_match,
            "players": list(self.specs),
            "seatings": self.seatings,
            "seed": self.seed,
            "clock": self.clock,
            "code": code_digest(self.specs),
            "programs": [program_digest(spec) for spec in self.specs],
        }

    def wall(self, round_number: int, number: int) -> Wall:
        """A wall of a round; both count from 0. For a match it is the wall of its first hand."""
        return self.walls_of(round_number, number)[0]

    def walls_of(self, round_number: int, number: int) -> tuple[Wall, ...]:
        """The wall of that number, or the walls of the hands of that match."""
        seed = f"{self.seed}/round {round_number}/{number}"
        if self.match == 1:
            return (Wall(wall_of_seed(seed), number),)
        return tuple(
            Wall(wall_of_seed(f"{seed}/hand {hand}"), prevalent_wind_of(hand))
            for hand in range(self.match)
        )

    @property
    def deals_a_round(self) -> int:
        """The number of walls or matches that a table plays in a round."""
        return WALLS if self.match == 1 else 1

    @property
    def _parts(self) -> list[slice]:
        """The seatings of each unit."""
        size = max(1, _SEATINGS_IN_UNIT // self.match)
        return [slice(first, first + size) for first in range(0, self.seatings, size)]

    def units(self, round_number: int, pairing: Pairing) -> Iterator[Unit]:
        """All units of a round; their keys start with round, table and wall."""
        seatings = league_seatings(self.seatings)
        for number in range(self.deals_a_round):
            first, *later = self.walls_of(round_number, number)
            for seat, table in enumerate(pairing.tables):
                for part in self._parts:
                    yield Unit(
                        f"{round_number}.{seat}.{number}.{part.start}",
                        first,
                        tuple(_seated(table, seating) for seating in seatings[part]),
                        tuple(later),
                    )

    def unit_count(self) -> int:
        """Units of all rounds."""
        tables = len(self.specs) // SEATS
        return self.rounds * self.deals_a_round * tables * len(self._parts)


def _seated(table: Sequence[int], seating: Seating) -> Seating:
    return tuple(table[player] for player in seating)


class TableWall(NamedTuple):
    """A finished wall at a table: its games, and each player's summed score and points.

    For a match: all its games in all orders of the four, and the mean of the table points.
    """

    round: int
    table: int
    wall: int
    games: tuple[GameRecord, ...]
    scores: dict[int, int]
    points: dict[int, float]


@dataclass(frozen=True)
class LeagueRun:
    """The progress of a league. units: all finished ones, in the league's order."""

    league: League
    pairings: list[Pairing]
    walls: list[TableWall]
    units: list[Played]
    complete: bool


def run_league(
    league: League,
    engine: Engine,
    store: Store,
    setup: Setup | None = None,
    watch: UnitWatch | None = None,
) -> LeagueRun:
    """Play all rounds. `watch` and KeyboardInterrupt are as in `arena.duel.run_duel`.

    Raises ValueError for fewer than four players or another number of seatings than 24 or 4.
    """
    known = finished(engine, store)
    history = History()
    pairings: list[Pairing] = []
    units: list[Unit] = []
    complete = False
    with suppress(KeyboardInterrupt):
        for round_number in range(league.rounds):
            pairing = pair(standing(league, finished_walls(units, known, league.match)), history)
            history.add(pairing)
            pairings.append(pairing)
            of_round = list(league.units(round_number, pairing))
            units += of_round
            _play(of_round, known, engine, store, setup or league.setup(), watch)
        complete = True
    played = [known[unit.key] for unit in units if unit.key in known]
    walls = finished_walls(units, known, league.match)
    return LeagueRun(league, pairings, walls, played, complete)


def _play(
    units: Sequence[Unit],
    known: dict[str, Played],
    engine: Engine,
    store: Store,
    setup: Setup,
    watch: UnitWatch | None,
) -> None:
    for unit in units:
        if unit.key not in known:
            continue
        seated = [game.seating for game in known[unit.key].games]
        if seated != [planned.seating for planned in unit.games()]:
            raise DatabaseError(
                f"{store.path}: not readable: unit {unit.key}: not in the seatings of this league"
            )
        if watch is not None:
            watch(known[unit.key], False)
    if any(unit.key not in known for unit in units):
        play_missing(known, engine, store, setup, units, watch)


def finished_walls(
    units: Sequence[Unit], known: Mapping[str, Played], hands: int = 1
) -> list[TableWall]:
    """The walls finished in all their seatings, in the order of the units.

    hands: of each match.
    """
    parts: dict[tuple[int, int, int], list[Unit]] = {}
    for unit in units:
        round_number, table, wall, _ = (int(word) for word in unit.key.split("."))
        parts.setdefault((round_number, table, wall), []).append(unit)
    finished = []
    for (round_number, table, wall), own in parts.items():
        if all(unit.key in known for unit in own):
            games = tuple(game for unit in own for game in known[unit.key].games)
            scores = summed_scores(games)
            points = points_of(scores) if hands == 1 else table_points(games, hands)
            finished.append(TableWall(round_number, table, wall, games, scores, points))
    return finished


def summed_scores(games: Sequence[GameRecord]) -> dict[int, int]:
    """The summed score of each player in these games."""
    scores: dict[int, int] = {}
    for game in games:
        for player, score in zip(game.seating, game.scores, strict=True):
            scores[player] = scores.get(player, 0) + score
    return scores


def points_of(scores: Mapping[int, float]) -> dict[int, float]:
    """4/3/2/1 points by score; ties share the points of their places.

    >>> points_of({0: 50, 1: -10, 2: -10, 3: -30})
    {0: 4.0, 1: 2.5, 2: 2.5, 3: 1.0}
    """
    return dict(zip(scores, placement_points(list(scores.values()), _POINTS), strict=True))


def match_scores(games: Sequence[GameRecord], hands: int) -> list[dict[int, int]]:
    """The score of each player in each match, from the games in playing order."""
    return [summed_scores(games[first : first + hands]) for first in range(0, len(games), hands)]


def table_points(games: Sequence[GameRecord], hands: int) -> dict[int, float]:
    """The mean 4/2/1/0 points that these matches give each player."""
    paid: dict[int, float] = {}
    matches = match_scores(games, hands)
    for scores in matches:
        for player, points in zip(
            scores, placement_points(list(scores.values()), TABLE_POINTS), strict=True
        ):
            paid[player] = paid.get(player, 0.0) + points / len(matches)
    return paid


def standing(league: League, walls: Sequence[TableWall]) -> list[int]:
    """The players, best first: by points a wall, so that a bye costs nothing; then by score.

    Before the first wall, and for ties, a random order from the seed decides.
    """
    shuffled = list(range(len(league.specs)))
    random.Random(seed_of(league.seed, "lot")).shuffle(shuffled)
    points, scores = dict.fromkeys(shuffled, 0.0), dict.fromkeys(shuffled, 0.0)
    for player in shuffled:
        own = [wall for wall in walls if player in wall.points]
        if own:
            games = sum(len(wall.games) for wall in own)
            points[player] = sum(wall.points[player] for wall in own) / len(own)
            scores[player] = sum(wall.scores[player] for wall in own) / games
    return sorted(
        shuffled, key=lambda player: (-points[player], -scores[player], shuffled.index(player))
    )
