"""Sums up a reviewed seat: accuracy, mistakes, the worst, losses by kind, and luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mj_bot.tiles import code_of
from mj_lab.analysis.losses import GRADES, LOSS_KINDS, mean_accuracy
from mj_lab.review.own_answers import answer_sums, answers_record
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview

WORST = 5

_DIGITS = 4


class Luck(NamedTuple):
    """Points that a seat did not cause; None if the score is not known.

    deal: the expected points of the first hand. The others are changes of the expected points:
    draws, up to each own draw; others, up to each tile that it might have claimed; end, from its
    last answer to the score. total: the score plus the points lost, its score without losses.
    """

    deal: float
    draws: float
    others: float
    end: float | None
    total: float | None


def luck_of(review: SeatReview) -> Luck:
    """The points from the wall and the other seats: all changes but the seat's own losses.

    The parts and the points lost add up to the score.
    """
    expected = 0.0
    parts = {"deal": 0.0, "draws": 0.0, "others": 0.0}
    for place, one in enumerate(review.decisions):
        part = "deal" if place == 0 else "draws" if one.own_draw else "others"
        parts[part] += one.expected_score - expected
        expected = one.expected_score - one.loss.lost
    if review.score is None:
        return Luck(**parts, end=None, total=None)
    return Luck(**parts, end=review.score - expected, total=review.score + review.points_lost)


def mistakes_of(review: SeatReview) -> list[Reviewed]:
    """The decisions whose loss has a grade, in their order."""
    return [one for one in review.decisions if one.loss.grade is not None]


def worst_of(decisions: Sequence[Reviewed], count: int = WORST) -> list[Reviewed]:
    """The decisions that lost most, the worst first; none that lost nothing."""
    losing = [one for one in decisions if one.loss.lost > 0]
    return sorted(losing, key=lambda one: -one.loss.lost)[:count]


def game_record(game: GameReview) -> dict[str, Any]:
    """The JSON of a reviewed game (docs/reference/review.md)."""
    return {
        "id": game.id,
        "file": game.file,
        "level": game.level,
        "seats": [
            {**seat_record(seat), "answers": answers_record(answer_sums([(game.id, seat.answers)]))}
            for seat in game.seats
        ],
    }


def seat_record(review: SeatReview) -> dict[str, Any]:
    """The JSON of a reviewed seat."""
    decisions, mistakes = review.decisions, mistakes_of(review)
    lost = review.points_lost
    return {
        "seat": review.seat,
        "player": review.player,
        "score": review.score,
        "decisions": len(decisions),
        "illegal": review.illegal,
        "points_lost": _rounded(lost),
        "lost_per_decision": _rounded(lost / len(decisions)) if decisions else None,
        "accuracy": _rounded(mean_accuracy([one.loss.lost for one in decisions])),
        "grades": {grade: sum(one.loss.grade == grade for one in mistakes) for grade in GRADES},
        "mistakes": [mistake_record(one) for one in mistakes],
        "worst": [mistake_record(one) for one in worst_of(decisions)],
        "kinds": {kind: _kind_record(decisions, kind) for kind in LOSS_KINDS},
        "luck": {key: _rounded(value) for key, value in luck_of(review)._asdict().items()},
        "curve": [
            [one.turn, _rounded(one.win_chance), _rounded(one.expected_score), one.loss.lost]
            for one in decisions
        ],
    }


def mistake_record(one: Reviewed) -> dict[str, Any]:
    """The JSON of a decision with a loss."""
    loss = one.loss
    return {
        "turn": one.turn,
        "played": loss.played,
        "best": loss.best,
        "tile": None if one.offered is None else code_of(one.offered),
        **loss.figures(),
    }


def _kind_record(decisions: Sequence[Reviewed], kind: str) -> dict[str, Any]:
    of_kind = [one.loss for one in decisions if one.loss.kind == kind]
    graded = sum(loss.grade is not None for loss in of_kind)
    lost = _rounded(sum(loss.lost for loss in of_kind))
    return {"differ": len(of_kind), "mistakes": graded, "points_lost": lost}


def _rounded(value: float | None) -> float | None:
    # Adding 0 makes -0.0 a 0.0.
    return None if value is None else round(value, _DIGITS) + 0.0
