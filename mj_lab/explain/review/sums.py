"""Sums over reviewed games, computed by the engine (mj_engine/cpp/review/sums.hpp)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import inf, nan
from typing import Any

from mj_bot.events import HU, SEATS
from mj_engine.learned import accuracy_of, review_sums
from mj_lab.core.records.match import Match
from mj_lab.core.wall_means import interval
from mj_lab.explain.analysis.losses import GRADES, LOSS_KINDS
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview

_OF_MEAN = {"mean", "error", "draws"}
# Figures between 0 and 1; most others are only bounded by 0 below.
_SHARES = ("win_rate", "deal_in_rate", "self_drawn_share")
_WITHOUT_END = ("luck_per_game", "score_per_game", "loses_more")


def seat_sums(review: SeatReview) -> dict[str, Any]:
    """Sums of one seat; `worst` are indices of its decisions."""
    numbers = [1.0, *_seat(review, 0), 0]
    sums: dict[str, Any] = json.loads(review_sums(numbers, []))["seats"][0][0]
    return sums


def sums_together(
    games: Sequence[GameReview], players: Sequence[Sequence[int]], same_walls: Sequence[Match]
) -> dict[str, Any]:
    """`players` and `style` of many games, with the ends of 95% intervals.

    players: the number of each seat's, by game. same_walls: the adviser's games on the walls of the
    whole games, in their order; empty if not played.
    """
    numbers: list[float] = []
    texts: list[str] = []
    again = iter(same_walls)
    for game, theirs in zip(games, players, strict=True):
        numbers.append(len(game.seats))
        for seat, player in zip(game.seats, theirs, strict=True):
            numbers += _seat(seat, player)
        hands = [] if game.match is None else [game.match, *islice(again, 1)]
        numbers.append(len(hands))
        for hand in hands:
            result, fans = hand.result, hand.result.fans or ()
            winner = result.player if result.action == HU and result.player is not None else SEATS
            numbers += [winner, result.fan_total or 0, len(hand.requests), len(fans)]
            numbers += [fan.value for fan in fans]
            texts += [row[0] for row in hand.requests] + [fan.name for fan in fans]
    sums = json.loads(review_sums(numbers, texts))
    return {name: _with_ends(name, sums[name]) for name in ("players", "style")}


def _seat(seat: SeatReview, player: int) -> Iterator[float]:
    score = nan if seat.score is None else seat.score
    yield from (seat.seat, player, score, len(seat.decisions))
    for decision in seat.decisions:
        yield from _answer(decision)


def _answer(decision: Reviewed) -> tuple[float, ...]:
    kind = -1 if decision.loss.kind is None else LOSS_KINDS.index(decision.loss.kind)
    grade = -1 if decision.loss.grade is None else GRADES.index(decision.loss.grade)
    figures = (decision.turn, decision.win_chance, decision.expected_score, decision.loss.lost)
    return (*figures, decision.own_draw, kind, grade)


def _with_ends(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_with_ends(name, item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == _OF_MEAN:
        least = -inf if name in _WITHOUT_END else 0.0
        most = 1.0 if name in _SHARES else inf
        return interval(**value).within(least, most).to_json()
    with_ends = {key: _with_ends(key, item) for key, item in value.items()}
    if "accuracy" in with_ends:
        with_ends["accuracy"] |= _accuracies(with_ends["lost_per_decision"])
    return with_ends


def _accuracies(lost: Mapping[str, float | None]) -> dict[str, float | None]:
    """The interval of the accuracy follows from that of the points lost."""
    ends = {"low": lost["high"], "high": lost["low"]}
    return {key: None if end is None else accuracy_of(end) for key, end in ends.items()}
