"""Counts of one player over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from mj_bot.events import HU
from mj_lab.core.game.result import HUANG
from mj_lab.core.runner.seatings import Seating
from mj_lab.core.runner.unit import GameRecord


@dataclass(frozen=True)
class Figures:
    """The figures of a `Tally`: counts, and shares a game and seat; None where there is no mean."""

    seats: int
    score: float | None
    wins: int
    win_rate: float | None
    self_drawn: int
    deal_ins: int
    deal_in_rate: float | None
    mean_dealt_fan: float | None
    call_rate: float | None
    mean_fan: float | None
    mean_melds: float | None
    mean_turn: float | None
    fans: dict[str, int]
    fan_totals: dict[int, int]
    melds: dict[int, int]
    turns: dict[int, int]
    faults: dict[str, int]


class Tally:
    """Counts for one player; a game in which it has two seats counts twice.

    fans: wins by the fans in them. fan_totals, melds, turns: wins by fan (flowers included), by
    claimed melds, by discards of the winner. faults: by verdict. drawn: games that nobody won.
    calls: seats with a claimed meld, of the `call_seats` for which that is known.
    """

    def __init__(self) -> None:
        self.seats = 0
        self.score = 0
        self.wins = 0
        self.self_drawn = 0
        self.deal_ins = 0
        self.dealt_fan = 0
        self.drawn = 0
        self.calls = 0
        self.call_seats = 0
        self.fans: Counter[str] = Counter()
        self.fan_totals: Counter[int] = Counter()
        self.melds: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.faults: Counter[str] = Counter()

    def add(self, game: GameRecord, player: int) -> None:
        """Count a game for the player at that index in its seating."""
        seats = _seats_of(game.seating, player)
        self.seats += len(seats)
        for seat in seats:
            self.score += game.scores[seat]
        if game.calls is not None:
            self.call_seats += len(seats)
            for seat in seats:
                self.calls += game.calls[seat] > 0
        if game.action == HUANG:
            self.drawn += len(seats)
        elif game.action != HU:
            if game.player in seats:
                self.faults[game.action] += 1
        else:
            if game.player in seats:
                self._add_win(game)
            if game.giver in seats:
                self.deal_ins += 1
                self.dealt_fan += game.fan or 0

    def _add_win(self, game: GameRecord) -> None:
        self.wins += 1
        self.self_drawn += game.giver is None
        self.fans.update(name for name, _, _ in game.fans)
        self.fan_totals[game.fan or 0] += 1
        self.melds[game.melds or 0] += 1
        self.turns[game.turn or 0] += 1

    def figures(self) -> Figures:
        """The counts, and their means over games, wins or deal-ins."""
        return Figures(
            seats=self.seats,
            score=_ratio(self.score, self.seats),
            wins=self.wins,
            win_rate=_ratio(self.wins, self.seats),
            self_drawn=self.self_drawn,
            deal_ins=self.deal_ins,
            deal_in_rate=_ratio(self.deal_ins, self.seats),
            mean_dealt_fan=_ratio(self.dealt_fan, self.deal_ins),
            call_rate=_ratio(self.calls, self.call_seats),
            mean_fan=_mean(self.fan_totals),
            mean_melds=_mean(self.melds),
            mean_turn=_mean(self.turns),
            fans=dict(sorted(self.fans.items(), key=lambda item: (-item[1], item[0]))),
            fan_totals=dict(sorted(self.fan_totals.items())),
            melds=dict(sorted(self.melds.items())),
            turns=dict(sorted(self.turns.items())),
            faults=dict(sorted(self.faults.items())),
        )


@cache
def _seats_of(seating: Seating, player: int) -> tuple[int, ...]:
    return tuple(seat for seat, seated in enumerate(seating) if seated == player)


def tally(games: Iterable[GameRecord], player: int) -> Tally:
    """The tally of the player at that index."""
    counted = Tally()
    for game in games:
        counted.add(game, player)
    return counted


def mean_score(games: Sequence[GameRecord], player: int) -> float:
    """The score per game and seat of the player at that index, which has a seat in every game.

    Scores are summed before dividing, so an even result is exactly 0.
    """
    total = seats = 0
    for game in games:
        scores = game.scores
        for seat in _seats_of(game.seating, player):
            total += scores[seat]
            seats += 1
    return total / seats


def difference(games: Sequence[GameRecord]) -> float:
    """Score per game and seat, player 0 minus player 1, over a wall's games."""
    return mean_score(games, 0) - mean_score(games, 1)


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(counts: Counter[int]) -> float | None:
    return _ratio(sum(value * number for value, number in counts.items()), counts.total())
