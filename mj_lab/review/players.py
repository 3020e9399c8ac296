"""Many games by player: points lost a decision and the rest, with errors by game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mj_lab.analysis.losses import BLUNDER, MISTAKE, accuracy_of
from mj_lab.arena.statistics.wall_means import LEVEL, Estimate, ratio_estimate, t_quantile
from mj_lab.review.reviewing import GameReview, SeatReview
from mj_lab.review.summary import luck_of
from mj_lab.text.notation import wind

GROUPINGS = ("player", "level", "file", "seat")
UNNAMED = "?"

# What is summed of a seat, and over what: decisions or games.
FIGURES = {
    "lost_per_decision": "decisions",
    "lost_per_game": "games",
    "accuracy": "decisions",
    "mistakes_per_100": "decisions",
    "luck_per_game": "scored",
    "score_per_game": "scored",
}


class PlayerReview(NamedTuple):
    """All seats of one name.

    figures: by the names of FIGURES. parts: of each figure by game (its place) the sum and what it
    is divided by.
    """

    name: str
    matches: int
    games: int
    decisions: int
    figures: dict[str, Estimate]
    parts: dict[str, dict[int, tuple[float, float]]]

    def as_json(self) -> dict[str, Any]:
        """The figures with their errors."""
        counts = {"matches": self.matches, "games": self.games, "decisions": self.decisions}
        figures = {key: found.to_json() for key, found in self.figures.items()}
        return {"name": self.name, **counts, **figures}


def name_of(game: GameReview, seat: SeatReview, by: str) -> str:
    """Under which name a seat is counted; a player without a name by the level that played."""
    if by == "seat":
        return wind(seat.seat)
    if by == "file":
        return game.file
    return (seat.player if by == "player" else "") or game.level or UNNAMED


def players_of(games: Iterable[GameReview], by: str) -> list[PlayerReview]:
    """The seats of many games by name, who loses least a decision first.

    The seats of one game share its tiles, so errors are taken by game.
    """
    seats: dict[str, dict[int, list[SeatReview]]] = {}
    for place, game in enumerate(games):
        for seat in game.seats:
            seats.setdefault(name_of(game, seat, by), {}).setdefault(place, []).append(seat)
    found = [_player(name, by_game) for name, by_game in seats.items()]
    return sorted(found, key=lambda one: one.figures["lost_per_decision"].mean or 0.0)


def _player(name: str, by_game: Mapping[int, Sequence[SeatReview]]) -> PlayerReview:
    sums = {place: _sums(seats) for place, seats in by_game.items()}
    parts = {
        key: {place: (one[key], one[whole]) for place, one in sums.items()}
        for key, whole in FIGURES.items()
    }
    figures = {key: ratio_estimate(list(part.values())) for key, part in parts.items()}
    games, decisions = (
        int(sum(one[key] for one in sums.values())) for key in ("games", "decisions")
    )
    return PlayerReview(name, len(by_game), games, decisions, figures, parts)


def _sums(seats: Sequence[SeatReview]) -> dict[str, float]:
    losses = [one.loss for seat in seats for one in seat.decisions]
    lost = math.fsum(loss.lost for loss in losses)
    scored = [seat for seat in seats if seat.score is not None]
    return {
        "games": len(seats),
        "decisions": len(losses),
        "scored": len(scored),
        "lost_per_decision": lost,
        "lost_per_game": lost,
        "accuracy": math.fsum(accuracy_of(loss.lost) for loss in losses),
        "mistakes_per_100": 100.0 * sum(loss.grade in (MISTAKE, BLUNDER) for loss in losses),
        "luck_per_game": math.fsum(luck_of(seat).total or 0.0 for seat in scored),
        "score_per_game": float(sum(seat.score or 0 for seat in scored)),
    }


def difference_of(one: PlayerReview, other: PlayerReview, figure: str) -> Estimate:
    """How much more `one` has of a figure than `other`, with the error by game.

    The ratio estimator's error (see `ratio_estimate`); a game in which both sat is one draw. The
    interval is by the freedom of whoever has fewer games.
    """
    shares: dict[int, float] = {}
    means = []
    fewest = min(one.matches, other.matches)
    for player, sign in ((one, 1.0), (other, -1.0)):
        parts = player.parts[figure]
        whole = math.fsum(size for _, size in parts.values())
        if not whole:
            return Estimate(None, None, None, None, fewest)
        mean = math.fsum(part for part, _ in parts.values()) / whole
        means.append(mean)
        scale = sign * math.sqrt(player.matches / max(1, player.matches - 1)) / whole
        for place, (part, size) in parts.items():
            shares[place] = shares.get(place, 0.0) + scale * (part - mean * size)
    mean = means[0] - means[1]
    if fewest < 2:
        return Estimate(mean, None, None, None, fewest)
    error = math.sqrt(math.fsum(share**2 for share in shares.values()))
    reach = t_quantile(0.5 + LEVEL / 2, fewest - 1) * error
    return Estimate(mean, error, mean - reach, mean + reach, fewest)
