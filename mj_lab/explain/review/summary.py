"""Summarises a reviewed seat: accuracy, mistakes, the worst, losses by kind, and luck."""

from __future__ import annotations

from typing import Any

from mj_bot.tiles import code_of
from mj_lab.explain.review.own_answers import answer_sums, answers_record
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.sums import seat_sums


def worst_of(review: SeatReview) -> list[Reviewed]:
    """The decisions that lost most, the worst first; only those with a loss."""
    return [review.decisions[place] for place in seat_sums(review)["worst"]]


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
    worst = [mistake_record(review.decisions[place]) for place in sums["worst"]]
    mistakes = [mistake_record(one) for one in review.decisions if one.loss.grade is not None]
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
