"""Answers questions, in any process: one function for each operation, from JSON to JSON."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any, NamedTuple

from pydantic import ValidationError

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import SEATS, format_response
from mj_bot.state import GameState
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.options import ADVISER
from mj_lab.core.records.archives import entries_in, game_of_record
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of, seat_record_of
from mj_lab.core.records.json_lines import RecordError, built, one_line
from mj_lab.core.records.match import Match
from mj_lab.core.text.hands import parse_hand, parse_tiles
from mj_lab.core.text.tile_reader import NotationError
from mj_lab.explain.analysis.complete_hand.fan_study import fan_study
from mj_lab.explain.analysis.explanation import asked_by_name, candidates_of, choice_first
from mj_lab.explain.analysis.hand_analysis import study
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.analysis.reason import reason_of_choice
from mj_lab.explain.analysis.state_from_hand import situation
from mj_lab.explain.review.reviewing import review_seat
from mj_lab.explain.review.summary import seat_record
from mj_lab.web.server.json_bodies import json_bytes, json_object
from mj_lab.web.server.service.questions import (
    DecisionQuestion,
    FanQuestion,
    HandQuestion,
    ReviewQuestion,
    ServiceQuestion,
)
from mj_lab.web.server.service.replies import (
    DecisionReply,
    FanReply,
    HandReply,
    ReviewReply,
    ServiceReply,
    TacticsReply,
)
from mj_lab.web.server.uploads import MOST_TEXT

_OK, _BAD, _OURS = 200, 400, 500


class _AnswerError(ValueError):
    """The problem with one field of a question."""

    def __init__(self, place: str, error: ValueError) -> None:
        super().__init__(str(error))
        self.place = place
        self.column = error.column if isinstance(error, NotationError) else None


def analyse_hand(question: HandQuestion) -> dict[str, Any]:
    """The study of a hand."""
    hand = _at("hand", lambda: parse_hand(question.hand))
    seen = _at("seen", lambda: parse_tiles(question.seen))
    where = situation(hand, question.seat, question.wind, question.turn, seen)
    return study(where, asked_by_name(question.tactic), question.tactic)


def fan_of_hand(question: FanQuestion) -> dict[str, Any]:
    """What a complete hand is worth."""
    hand = _at("hand", lambda: parse_hand(question.hand))
    tile = _at("tile", lambda: parse_tiles(question.tile))
    if len(tile) > 1:
        raise _AnswerError("tile", ValueError(f"expected one, found {len(tile)}"))
    situation(hand, question.seat, question.wind)
    return fan_study(
        hand,
        tile[0] if tile else None,
        question.flags,
        question.seat,
        question.wind,
        question.calculator,
    )


def decide(question: DecisionQuestion) -> dict[str, Any]:
    """A tactic's answer to the last request."""
    turn = len(question.requests) - 1
    if len(question.responses) != turn:
        wanted = f"expected {turn}, one fewer than requests, found {len(question.responses)}"
        raise _AnswerError("responses", ValueError(wanted))
    given = {"requests": question.requests, "responses": question.responses}
    record = _at("requests", lambda: seat_record_of(given))
    tactic = asked_by_name(question.tactic)
    state = _at("requests", lambda: _last_state(record, tactic))
    legal = action_space(state)
    candidates: list[dict[str, Any]] = []
    chosen = legal[0]
    if len(legal) > 1:
        candidates = candidates_of(tactic, state)
        choice = tactics.answer_of(tactic, state)
        chosen = next((legal_action for legal_action in legal if legal_action.same(choice)), chosen)
    return {
        "response": format_response(chosen),
        "tactic": question.tactic,
        "seat": state.seat,
        "turn": turn,
        "legal": [format_response(legal_action) for legal_action in legal],
        "candidates": choice_first(state, candidates, str(chosen)),
        "reason": reason_of_choice(state, candidates, str(chosen)),
    }


def _last_state(record: SeatRecord, tactic: tactics.Tactic) -> GameState:
    """The seat's state at its last request; the tactic is shown the game up to it."""
    *_, (_, state) = record.states(tactics.loading_of(tactic))
    return state


def review(question: ReviewQuestion) -> dict[str, Any]:
    """The cost of every answer of a match."""
    game = _at("match", lambda: _game_of(question))
    if isinstance(game, SeatRecord):
        views = [game]
    else:
        views = [seat_of(game, seat) for seat in range(SEATS)]
    wanted = [view for view in views if question.seat in (None, view.seat)]
    if not wanted:
        fault = f"only seat {views[0].seat} is on record, not seat {question.seat}"
        raise _AnswerError("seat", ValueError(fault))
    seats = []
    for view in wanted:
        tactic = asked_by_name(question.tactic)
        seats.append(seat_record(review_seat(view, tactic, loss_scale())))
    return {"id": game.id, "tactic": question.tactic, "seats": seats}


def _game_of(question: ReviewQuestion) -> Match | SeatRecord:
    """The match of a question; its text may have several.

    Raises RecordError, one line with the place in the text.
    """
    if not isinstance(question.match, str):
        return built("record", game_of_record, question.match)
    data = question.match.encode("utf-8")
    entries = entries_in(BytesIO(data), "text", most=MOST_TEXT)
    entry = next(islice(entries, question.number - 1, None), None)
    if entry is None:
        raise RecordError(f"no match {question.number} in it")
    return entry.build().game


def _at(field: str, make: Callable[[], Any]) -> Any:
    try:
        return make()
    except (ValueError, IndexError) as error:
        fault = error if isinstance(error, ValueError) else ValueError(str(error))
        raise _AnswerError(field, fault) from None


def offered_tactics(_asked: None) -> dict[str, Any]:
    """The tactics that a question may name."""
    return {"tactics": tactics.names(), "default": ADVISER}


class Operation(NamedTuple):
    """One operation: POST to its name, or GET if it has no question.

    seconds: the most that it may take; a GET takes none.
    """

    name: str
    summary: str
    question: type[ServiceQuestion] | None
    reply: type[ServiceReply]
    answer: Callable[[Any], dict[str, Any]]
    seconds: float

    @property
    def method(self) -> str:
        """Its HTTP method."""
        return "GET" if self.question is None else "POST"


OPERATIONS = (
    Operation("analyze", "How good is a hand?", HandQuestion, HandReply, analyse_hand, 15.0),
    Operation("fan", "What is a complete hand worth?", FanQuestion, FanReply, fan_of_hand, 15.0),
    Operation("decide", "What to answer?", DecisionQuestion, DecisionReply, decide, 15.0),
    Operation("review", "What did every answer cost?", ReviewQuestion, ReviewReply, review, 120.0),
    Operation("tactics", "Which tactics are there?", None, TacticsReply, offered_tactics, 0.0),
)


def answered(name: str, body: bytes) -> tuple[int, bytes]:
    """The status and JSON that answer a question; any fault becomes an ErrorReply."""
    operation = next(described for described in OPERATIONS if described.name == name)
    try:
        question = operation.question and operation.question.model_validate(json_object(body))
        return _OK, json_bytes(operation.answer(question))
    except ValidationError as error:
        return _BAD, json_bytes(_first_of(error))
    except _AnswerError as error:
        more = {} if error.column is None else {"column": error.column}
        return _BAD, json_bytes({"error": one_line(str(error)), "place": error.place, **more})
    except ValueError as error:
        return _BAD, json_bytes({"error": one_line(str(error))})
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return _OURS, json_bytes({"error": "an error of the server: see its log"})


def _first_of(error: ValidationError) -> dict[str, Any]:
    field, problem = words_of_validation(error)
    return {"error": one_line(f"{field}: {problem}" if field else problem), "place": field}
