"""The results of a league: standings, crosstable, ratings, and its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mj_bot.events import SEATS
from mj_lab.core.game.placement import place_shares
from mj_lab.core.game.result import HUANG
from mj_lab.core.rating import Outcome, ratings
from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.measure.arena.league import League, LeagueRun, TableWall, match_scores, standing
from mj_lab.measure.arena.report.duel_summary import Timing, timing_of
from mj_lab.measure.arena.tally import Figures, tally


@dataclass(frozen=True)
class InMatches:
    """Results of matches: how often a player took each place, and the error of its points."""

    matches: int
    places: list[float]
    points_error: float | None


@dataclass(frozen=True)
class LeaguePlayer:
    """A player of a league. in_matches: None for single walls."""

    name: str
    player: str
    walls: int
    rests: int
    points: float
    points_a_wall: float | None
    in_matches: InMatches | None
    total_score: int
    score_error: float | None
    rating: float
    rating_error: float | None
    openskill_sigma: float
    figures: Figures

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON, in one object."""
        data: dict[str, Any] = {}
        for name, value in asdict(self).items():
            data.update((value or {}) if name in ("in_matches", "figures") else {name: value})
        return data


@dataclass(frozen=True)
class HeadToHead:
    """A player against another: common walls, those it won, and its lead in score a game."""

    walls: int
    ahead: int
    even: int
    difference: Estimate

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {**vars(self), "difference": self.difference.to_json()}


Crosstable = dict[str, dict[str, HeadToHead]]


@dataclass(frozen=True)
class RoundWall:
    """A wall at a table, or a match by its first wall: each player's score and points."""

    id: str
    scores: dict[str, int]
    points: dict[str, float]


@dataclass(frozen=True)
class RoundTable:
    """A table of a round: its four players, and its finished walls."""

    players: list[str]
    walls: list[RoundWall]


@dataclass(frozen=True)
class Round:
    """A round, counted from 1."""

    round: int
    resting: list[str]
    tables: list[RoundTable]


@dataclass(frozen=True)
class LeagueSummary:
    """All results of a league; only `timing` may differ between equal runs.

    settings: those of `League.settings` at its start. standings: the best first. crosstable: by
    pairs of players with a wall in common.
    """

    league: League
    settings: Mapping[str, Any]
    complete: bool
    games: int
    draws: int
    standings: list[LeaguePlayer]
    crosstable: Crosstable
    rounds: list[Round]
    timing: Timing

    def to_json(self) -> dict[str, Any]:
        """As JSON has it (docs/guide/measuring.md)."""
        return {
            **self.settings,
            "complete": self.complete,
            "round_count": len(self.rounds),
            "games": self.games,
            "draws": self.draws,
            "standings": [player.to_json() for player in self.standings],
            "crosstable": {
                name: {other: entry.to_json() for other, entry in row.items()}
                for name, row in self.crosstable.items()
            },
            "rounds": [asdict(round_) for round_ in self.rounds],
            "timing": asdict(self.timing),
        }


def league_summary(run: LeagueRun, settings: Mapping[str, Any] | None = None) -> LeagueSummary:
    """All results of a league. settings: those at its start, if the code may have changed since."""
    league, names = run.league, run.league.names
    games = [game for wall in run.walls for game in wall.games]
    return LeagueSummary(
        league=league,
        settings=settings or league.settings(),
        complete=run.complete,
        games=len(games),
        draws=sum(game.action == HUANG for game in games),
        standings=_standings(run),
        crosstable=_crosstable(run.walls, names),
        rounds=[_round(run, number) for number in range(len(run.pairings))],
        timing=timing_of(run.units, names),
    )


def _standings(run: LeagueRun) -> list[LeaguePlayer]:
    league, names = run.league, run.league.names
    rated = ratings(_outcomes(run), len(names))
    players = []
    for player in standing(league, run.walls):
        own = [wall for wall in run.walls if player in wall.points]
        points = sum(wall.points[player] for wall in own)
        means = [wall.scores[player] / len(wall.games) for wall in own]
        rating, rating_error, sigma = rated[player]
        players.append(
            LeaguePlayer(
                name=names[player],
                player=league.specs[player],
                walls=len(own),
                rests=sum(player in pairing.resting for pairing in run.pairings),
                points=points,
                points_a_wall=points / len(own) if own else None,
                in_matches=_in_matches(run, own, player) if league.match > 1 else None,
                total_score=sum(wall.scores[player] for wall in own),
                score_error=estimate(means).error,
                rating=rating,
                rating_error=rating_error,
                openskill_sigma=sigma,
                figures=tally((game for wall in own for game in wall.games), player).figures(),
            )
        )
    return players


def _outcomes(run: LeagueRun) -> list[Outcome]:
    """The outcomes for ratings: games, or whole matches."""
    return [
        Outcome(tuple(scores), tuple(scores.values()), (wall.round, wall.wall))
        for wall in run.walls
        for scores in match_scores(wall.games, run.league.match)
    ]


def _in_matches(run: LeagueRun, own: Sequence[TableWall], player: int) -> InMatches:
    places, played = [0.0] * SEATS, 0
    for wall in own:
        for scores in match_scores(wall.games, run.league.match):
            shares = place_shares(list(scores.values()))[list(scores).index(player)]
            places = [sum(pair) for pair in zip(places, shares, strict=True)]
            played += 1
    return InMatches(played, places, estimate([wall.points[player] for wall in own]).error)


def _crosstable(walls: Sequence[TableWall], names: Sequence[str]) -> Crosstable:
    table: Crosstable = {name: {} for name in names}
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            both = [wall for wall in walls if row in wall.scores and column in wall.scores]
            if row == column or not both:
                continue
            gaps = [wall.scores[row] - wall.scores[column] for wall in both]
            means = [gap / len(wall.games) for gap, wall in zip(gaps, both, strict=True)]
            ahead, even = sum(gap > 0 for gap in gaps), sum(gap == 0 for gap in gaps)
            table[name][other] = HeadToHead(len(both), ahead, even, estimate(means))
    return table


def _round(run: LeagueRun, number: int) -> Round:
    names, pairing = run.league.names, run.pairings[number]
    tables = []
    for seat, table in enumerate(pairing.tables):
        walls = [
            RoundWall(
                run.league.wall(number, wall.wall).id,
                {names[player]: wall.scores[player] for player in table},
                {names[player]: wall.points[player] for player in table},
            )
            for wall in run.walls
            if (wall.round, wall.table) == (number, seat)
        ]
        tables.append(RoundTable([names[player] for player in table], walls))
    return Round(number + 1, [names[player] for player in pairing.resting], tables)
