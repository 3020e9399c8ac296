"""How somebody plays, in figures that players know: wins, deal-ins, fan, turns, claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from mj_bot.events import CHI, DRAW, GANG, HU, PENG, PLAY, SEATS, Event, parse_request
from mj_bot.fan import FLOWER_TILES
from mj_lab.records.match import Match
from mj_lab.statistics.wall_means import Estimate, ratio_estimate
from mj_lab.text.fan_names import ENGLISH_NAMES

_DISCARDING = (PLAY, CHI, PENG)
# The sums of a hand, and what they are divided by.
STYLE_FIGURES = {
    "win_rate": "hands",
    "deal_in_rate": "hands",
    "self_drawn_share": "wins",
    "mean_fan": "wins",
    "win_turn": "wins",
    "claims": "hands",
    "first_claim_turn": "opened",
}
_SHARES = ("win_rate", "deal_in_rate", "self_drawn_share")


class SeatFacts(NamedTuple):
    """What one seat did in one hand.

    fan: of its win, with flowers. discards: its own. first_claim: own discards before its first
    claim, None without a claim. main_fan: the greatest fan of its win, "" without a win.
    """

    won: bool
    self_drawn: bool
    dealt_in: bool
    fan: int
    discards: int
    claims: int
    first_claim: int | None
    main_fan: str


class PlayStyle(NamedTuple):
    """Figures over hands, with errors by hand.

    figures: by the names of STYLE_FIGURES. A turn is the number of own discards before it.
    main_fans: how many wins had each fan as their greatest, the most first.
    """

    hands: int
    wins: int
    figures: dict[str, Estimate]
    main_fans: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON."""
        figures = {key: found.to_json() for key, found in self.figures.items()}
        counts = {"hands": self.hands, "wins": self.wins}
        return {**counts, **figures, "main_fans": self.main_fans}


def seat_facts(match: Match) -> tuple[SeatFacts, ...]:
    """What each seat did in a game. Raises ValueError if its requests do not make a game."""
    discards, claims = [0] * SEATS, [0] * SEATS
    first: list[int | None] = [None] * SEATS
    last: Event | None = None
    for row in match.requests:
        event = parse_request(row[0], 0)
        if not isinstance(event, Event):
            continue
        seat = event.seat
        if event.kind in (CHI, PENG) or (event.kind == GANG and not _is_own_turn(last, seat)):
            claims[seat] += 1
            first[seat] = discards[seat] if first[seat] is None else first[seat]
        discards[seat] += event.kind in _DISCARDING
        last = event
    result = match.result
    winner = result.player if result.action == HU else None
    giver = last.seat if winner is not None and last is not None else None
    fan = result.fan_total or 0
    return tuple(
        SeatFacts(
            seat == winner,
            seat == winner == giver,
            winner is not None and seat == giver != winner,
            fan if seat == winner else 0,
            discards[seat],
            claims[seat],
            first[seat],
            main_fan(match) if seat == winner else "",
        )
        for seat in range(SEATS)
    )


def _is_own_turn(last: Event | None, seat: int) -> bool:
    return last is not None and last.kind == DRAW and last.seat == seat


def main_fan(match: Match) -> str:
    """The greatest fan of a game's win, in Chinese, flowers not counted. "" without a win."""
    fans = [fan for fan in match.result.fans or () if ENGLISH_NAMES.get(fan.name) != FLOWER_TILES]
    return max(fans, key=lambda fan: fan.value).name if fans else ""


def style_of(games: Sequence[Sequence[SeatFacts]]) -> PlayStyle:
    """The style of the seats of games. Seats of one game share its tiles and are one draw."""
    sums = [_sums(seats) for seats in games]
    figures = {
        key: ratio_estimate([(one[key], one[whole]) for one in sums])
        .within(0, 1 if key in _SHARES else inf)
        .stated()
        for key, whole in STYLE_FIGURES.items()
    }
    fans = Counter(seat.main_fan for seats in games for seat in seats if seat.main_fan)
    hands, wins = (int(sum(one[key] for one in sums)) for key in ("hands", "wins"))
    return PlayStyle(hands, wins, figures, dict(fans.most_common()))


def _sums(seats: Sequence[SeatFacts]) -> dict[str, float]:
    wins = [seat for seat in seats if seat.won]
    opened = [seat.first_claim for seat in seats if seat.first_claim is not None]
    return {
        "hands": len(seats),
        "wins": len(wins),
        "opened": len(opened),
        "win_rate": len(wins),
        "deal_in_rate": sum(seat.dealt_in for seat in seats),
        "self_drawn_share": sum(seat.self_drawn for seat in wins),
        "mean_fan": sum(seat.fan for seat in wins),
        "win_turn": sum(seat.discards for seat in wins),
        "claims": sum(seat.claims for seat in seats),
        "first_claim_turn": sum(opened),
    }
