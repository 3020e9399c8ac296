"""Summarises a reviewed seat: accuracy, mistakes, the worst, losses by kind, and luck."""

from __future__ import annotations

from typing import Any

from mj_bot.tiles import code_of
from mj_lab.explain.review.own_answers import answer_sums, answers_record
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.sums import seat_sums


def worst_of(review: SeatReview) -> list[Reviewed]:
    """The decisions that lost most, the worst first; only those with a loss."""
    return [review.decisions[index] for index in seat_sums(review)["worst"]]


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
    sums = seat_sums(review)
    worst = [mistake_record(review.decisions[index]) for index in sums["worst"]]
    mistakes = [
        mistake_record(decision) for decision in review.decisions if decision.loss.grade is not None
    ]
    return {
        "seat": review.seat,
        "player": review.player,
        "score": review.score,
        "decisions": len(review.decisions),
        "illegal": review.illegal,
        **sums,
        "mistakes": mistakes,
        "worst": worst,
    }


def mistake_record(mistake: Reviewed) -> dict[str, Any]:
    """The JSON of a decision with a loss."""
    loss = mistake.loss
    return {
        "turn": mistake.turn,
        "played": loss.played,
        "best": loss.best,
        "tile": None if mistake.offered is None else code_of(mistake.offered),
        **loss.figures(),
    }
