"""A question of the quiz: its situation, its possible answers, best first, and its file.

A decision is stored as Botzone sent it to the seat (`requests`, `responses`), so a key can be
checked with `mj explain`; a complete hand is stored as people write it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mj_bot.actions import action_space
from mj_bot.events import SEATS
from mj_bot.state import WALL_SIZE, GameState
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.files import write_whole
from mj_lab.core.records.archives import read_records
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.json_lines import RecordError
from mj_lab.explain.quiz.moment import Moment

Theme = Literal["early", "planning", "waits", "claims", "defence", "fan"]

ID_PATTERN = r"^[0-9a-f]{12}$"
_ID_DIGITS = 12
_LONGEST_SOURCE = 120
_MOST_REQUESTS = 500
# With the eight flowers.
_MOST_WALL_SIZE = WALL_SIZE + 2


class QuizAnswer(BaseModel):
    """One possible answer.

    action: as on the wire; a claim with its best discard; for a complete hand its fan. lost: points
    it loses against the best. grade: of this loss (`mj_lab.explain.analysis.losses`). row: the
    tactic's evaluation of it (`mj_lab.explain.analysis.explanation`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    action: Annotated[str, Field(max_length=20)]
    lost: float = Field(default=0.0, ge=0.0, allow_inf_nan=False)
    grade: str | None = None
    row: dict[str, Any] = {}


class Proof(BaseModel):
    """How clearly the next best answer loses, in points; in defence the next unsafe one.

    told: the tactic's figure. true, error: by play-outs of both in `worlds` worlds, if any.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    told: float = Field(allow_inf_nan=False)
    true: float | None = None
    error: float | None = None
    worlds: int = 0


class FanHand(BaseModel):
    """A complete hand (docs/reference/notation.md), the tile that won and how it came (`FLAGS`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    hand: Annotated[str, Field(max_length=80)]
    tile: Annotated[str, Field(max_length=2)]
    flags: tuple[str, ...] = ()
    seat: int = Field(ge=0, lt=SEATS)
    prevalent_wind: int = Field(ge=0, lt=SEATS)


class QuizQuestion(BaseModel):
    """One question.

    kind: "discard", "claim" or "fan". theme: see `quiz.themes`. source: the match, seat and
    turn. answers: best first. proof: of decisions. played: the answer in the record, if it was
    another one. moment: its place in its game, if the game is known.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: Annotated[str, Field(pattern=ID_PATTERN)]
    kind: Literal["discard", "claim", "fan"]
    theme: Theme
    source: Annotated[str, Field(max_length=_LONGEST_SOURCE)]
    requests: Annotated[tuple[str, ...], Field(max_length=_MOST_REQUESTS)] = ()
    responses: tuple[Any, ...] = ()
    wall_size: int = Field(default=WALL_SIZE, ge=1, le=_MOST_WALL_SIZE)
    common_wall: bool = False
    complete: FanHand | None = None
    answers: Annotated[tuple[QuizAnswer, ...], Field(min_length=2)]
    proof: Proof | None = None
    played: str = ""
    moment: Moment | None = None

    def model_post_init(self, _context: Any) -> None:
        """Check that each kind has its fields."""
        if (self.complete is None) == (self.kind == "fan") or (
            bool(self.requests) == (self.kind == "fan")
        ):
            raise ValueError(f"what a question of the kind {self.kind} needs is missing")

    @property
    def game(self) -> str:
        """The id that questions of the same game share: the wall, else the name."""
        return self.game_name if self.moment is None else self.moment.wall_name

    @property
    def game_name(self) -> str:
        """The name of its game, from `source`."""
        return self.source.rpartition(" seat ")[0] or self.source

    @property
    def best(self) -> QuizAnswer:
        """The right answer."""
        return self.answers[0]

    def answer(self, action: str) -> QuizAnswer | None:
        """The answer with this action, None if there is none."""
        return next((answer for answer in self.answers if answer.action == action), None)

    def record(self) -> SeatRecord:
        """The seat's requests and answers, for a decision; the last request asks."""
        seat = int(self.requests[0].split()[1])
        return SeatRecord(
            *(seat, "", None, self.wall_size, self.requests, self.responses, self.source),
            common_wall=self.common_wall,
        )

    def state(self) -> GameState:
        """The seat's state, for a decision. Raises ValueError if the requests are not a game."""
        state = None
        for _, folded in self.record().states():
            state = folded
        if state is None:
            raise ValueError("no requests")
        return state


def id_of(content: object) -> str:
    """A question's short id: equal questions have equal ids.

    >>> id_of(["0 0 0"]) == id_of(["0 0 0"]), len(id_of("x"))
    (True, 12)
    """
    text = json.dumps(content, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_ID_DIGITS]


def question_line(question: QuizQuestion) -> str:
    """A question as a line of JSON, without defaults."""
    return json.dumps(
        question.model_dump(mode="json", exclude_defaults=True),
        ensure_ascii=False,
        separators=(",", ":"),
    )


def question_of_record(record: Any) -> QuizQuestion:
    """The question in a JSON record.

    Raises ValueError, one line, if it is not one.
    """
    try:
        question = QuizQuestion.model_validate(record)
        _check_answers(question)
    except ValidationError as error:
        problem = ": ".join(filter(None, words_of_validation(error)))
        raise ValueError(f"no question: {problem}"[:200]) from None
    except (ValueError, IndexError) as error:
        raise ValueError(f"no question: {error}"[:200]) from None
    return question


def _check_answers(question: QuizQuestion) -> None:
    """Raise ValueError unless every answer is legal in its situation."""
    possible = (
        {str(action) for action in action_space(question.state())} if question.requests else None
    )
    for answer in question.answers:
        if answer.action.isdecimal() if possible is None else answer.action in possible:
            continue
        raise ValueError(f"answers: {answer.action!r:.40} is none")


def write_questions(path: Path, questions: Sequence[QuizQuestion]) -> None:
    """Write questions as lines of JSON; gzipped if the path ends in .gz; reproducible."""
    data = "".join(question_line(question) + "\n" for question in questions).encode()
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_questions(path: Path) -> list[QuizQuestion]:
    """The questions of a file made by `write_questions`.

    Raises RecordError, one line with file and place, for a record that is not a question.
    """
    questions = []
    for location, record in read_records(path):
        try:
            questions.append(question_of_record(record))
        except ValueError as error:
            raise RecordError(f"{location}: {error}", str(error)) from None
    return questions


def without_copies(questions: Iterable[QuizQuestion]) -> list[QuizQuestion]:
    """Each question once, in the order of first appearance."""
    return list({question.id: question for question in questions}.values())
