"""Many games by player: points lost, by kind too, and style, with errors by game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mj_lab.analysis.losses import BLUNDER, HALVING, LOSS_KINDS, MISTAKE, accuracy_of
from mj_lab.records.match import Match
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.review.summary import WORST, luck_of
from mj_lab.review.together.style import PlayStyle, SeatFacts, seat_facts, style_of
from mj_lab.statistics.wall_means import LEVEL, Estimate, ratio_estimate, t_quantile
from mj_lab.text.notation import wind

GROUPINGS = ("player", "level", "file", "seat")
UNNAMED = "?"

# The sums of a seat, and what they are divided by: decisions or games.
FIGURES = {
    "lost_per_decision": "decisions",
    "lost_per_game": "games",
    "mistakes_per_100": "decisions",
    "luck_per_game": "scored",
    "score_per_game": "scored",
}
# What a figure cannot be below; luck and score have no end.
_LEAST = {"lost_per_decision": 0.0, "lost_per_game": 0.0, "mistakes_per_100": 0.0}


class WorstAnswer(NamedTuple):
    """An answer that lost much. game: its place among the games reviewed."""

    game: int
    seat: int
    answer: Reviewed


class PlayerReview(NamedTuple):
    """All seats of one name.

    figures: by the names of FIGURES. parts: of each figure, by the game's place, the sum and its
    divisor. kinds: points lost a game by LOSS_KINDS. rating: the newest on record. style: None if
    no whole game is on record. same_walls: the style of the adviser in the same seats on the
    same walls, None if it was not played.
    """

    name: str
    matches: int
    games: int
    decisions: int
    figures: dict[str, Estimate]
    parts: dict[str, dict[int, tuple[float, float]]]
    kinds: dict[str, Estimate] = {}
    worst: tuple[WorstAnswer, ...] = ()
    rating: float | None = None
    style: PlayStyle | None = None
    same_walls: PlayStyle | None = None

    def as_json(self) -> dict[str, Any]:
        """The figures with their errors."""
        counts = {"matches": self.matches, "games": self.games, "decisions": self.decisions}
        figures = {key: found.to_json() for key, found in self.figures.items()}
        return {
            "name": self.name,
            "rating": self.rating,
            **counts,
            **figures,
            "kinds": {kind: found.to_json() for kind, found in self.kinds.items()},
            "style": None if self.style is None else self.style.to_json(),
            "same_walls": None if self.same_walls is None else self.same_walls.to_json(),
        }


class _Seated(NamedTuple):
    """A seat of a game, and what it did there if the whole game is on record."""

    review: SeatReview
    rating: float | None
    facts: SeatFacts | None
    same_wall: SeatFacts | None


def name_of(game: GameReview, seat: SeatReview, by: str) -> str:
    """The name that a seat counts for; without a name, the level that played."""
    if by == "seat":
        return wind(seat.seat)
    if by == "file":
        return game.file
    return (seat.player if by == "player" else "") or game.level or UNNAMED


def players_of(
    games: Sequence[GameReview], by: str, same_walls: Sequence[Match] = ()
) -> list[PlayerReview]:
    """The seats of many games by player, the least loss a decision first.

    The seats of one game share its tiles, so errors are by game. Ids separate players with the same
    name. same_walls: the adviser's game on the wall of each whole game, in their order; empty if it
    was not played.
    """
    again = iter(same_walls)
    found: dict[tuple[str, str], dict[int, list[_Seated]]] = {}
    for place, game in enumerate(games):
        match = game.match
        facts = None if match is None else seat_facts(match)
        theirs = seat_facts(next(again)) if same_walls and match is not None else None
        for seat in game.seats:
            key = (name_of(game, seat, by), _id_of(match, seat.seat) if by == "player" else "")
            one = _Seated(
                seat,
                match.ratings[seat.seat] if match is not None and match.ratings else None,
                None if facts is None else facts[seat.seat],
                None if theirs is None else theirs[seat.seat],
            )
            found.setdefault(key, {}).setdefault(place, []).append(one)
    players = [
        _player(name, by_game)
        for name, by_game in zip(
            _distinct([name for name, _ in found]), found.values(), strict=True
        )
    ]
    return sorted(players, key=lambda one: one.figures["lost_per_decision"].mean or 0.0)


def style_of_all(games: Sequence[GameReview]) -> PlayStyle | None:
    """The style of all reviewed seats; None if no whole game is on record."""
    facts = [
        [one for seat, one in enumerate(seat_facts(game.match)) if seat in _seats_of(game)]
        for game in games
        if game.match is not None
    ]
    return style_of(facts) if facts else None


def _seats_of(game: GameReview) -> set[int]:
    return {seat.seat for seat in game.seats}


def _id_of(match: Match | None, seat: int) -> str:
    return match.player_ids[seat] if match is not None and match.player_ids else ""


def _distinct(names: Sequence[str]) -> list[str]:
    """The names; the second of two equal ones gets (2) behind it."""
    before: Counter[str] = Counter()
    made = []
    for name in names:
        before[name] += 1
        made.append(name if before[name] == 1 else f"{name} ({before[name]})")
    return made


def _player(name: str, seated: Mapping[int, Sequence[_Seated]]) -> PlayerReview:
    by_game = {place: [one.review for one in seats] for place, seats in seated.items()}
    sums = {place: _sums(seats) for place, seats in by_game.items()}
    parts = {
        key: {place: (one[key], one[whole]) for place, one in sums.items()}
        for key, whole in FIGURES.items()
    }
    figures = {
        key: ratio_estimate(list(part.values())).within(_LEAST.get(key, -math.inf))
        for key, part in parts.items()
    }
    figures["accuracy"] = _accuracy(figures["lost_per_decision"])
    games, decisions = (
        int(sum(one[key] for one in sums.values())) for key in ("games", "decisions")
    )
    everybody = [one for seats in seated.values() for one in seats]
    ratings = [one.rating for one in everybody if one.rating is not None]
    return PlayerReview(
        name,
        len(by_game),
        games,
        decisions,
        figures,
        parts,
        _kinds(by_game),
        _worst(by_game),
        ratings[-1] if ratings else None,
        _style([[one.facts for one in seats] for seats in seated.values()]),
        _style([[one.same_wall for one in seats] for seats in seated.values()]),
    )


def _accuracy(lost: Estimate) -> Estimate:
    """The accuracy by the points lost a decision; its ends are those of these points."""
    mean, low, high = (
        None if one is None else accuracy_of(one) for one in (lost.mean, lost.high, lost.low)
    )
    error = None
    if mean is not None and lost.error is not None:
        error = mean * math.log(2) / HALVING * lost.error
    return lost._replace(mean=mean, error=error, low=low, high=high)


def _style(games: Sequence[Sequence[SeatFacts | None]]) -> PlayStyle | None:
    known = [[one for one in seats if one is not None] for seats in games]
    return style_of([seats for seats in known if seats]) if any(known) else None


def _kinds(by_game: Mapping[int, Sequence[SeatReview]]) -> dict[str, Estimate]:
    """Points lost a game by kind."""
    lost: dict[str, list[tuple[float, float]]] = {kind: [] for kind in LOSS_KINDS}
    for seats in by_game.values():
        decisions = [one for seat in seats for one in seat.decisions]
        for kind, parts in lost.items():
            of_kind = math.fsum(one.loss.lost for one in decisions if one.loss.kind == kind)
            parts.append((of_kind, len(seats)))
    return {kind: ratio_estimate(parts).within(0).stated() for kind, parts in lost.items()}


def _worst(by_game: Mapping[int, Sequence[SeatReview]]) -> tuple[WorstAnswer, ...]:
    answers = [
        WorstAnswer(place, seat.seat, one)
        for place, seats in by_game.items()
        for seat in seats
        for one in seat.decisions
        if one.loss.lost > 0
    ]
    return tuple(sorted(answers, key=lambda one: -one.answer.loss.lost)[:WORST])


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
        "mistakes_per_100": 100.0 * sum(loss.grade in (MISTAKE, BLUNDER) for loss in losses),
        "luck_per_game": math.fsum(luck_of(seat).total or 0.0 for seat in scored),
        "score_per_game": float(sum(seat.score or 0 for seat in scored)),
    }


def difference_of(one: PlayerReview, other: PlayerReview, figure: str) -> Estimate:
    """The figure of `one` minus that of `other`, with the error by game.

    The error is the ratio estimator's (see `ratio_estimate`); a game with both players is one draw.
    The interval has the degrees of freedom of the player with fewer games.
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
