"""Answers the trainer's page: sessions, questions, answers, the score, the person's own deck."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from mj_bot.events import SEATS
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.records.formats.seat_record import ONE_VIEW, SeatRecord
from mj_lab.core.records.json_lines import one_line
from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.costs import Costs
from mj_lab.explain.quiz.replaying import game_of
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.trainer import DECKS, Deck, QuizTrainer
from mj_lab.explain.review.replay.frames import MOST_TURNS
from mj_lab.web.server.at_table.again import Find

_LONGEST = 40
_MOST_THEMES = 10
_MOST_ANSWERS = 1000
_MOST_WORLDS = 10_000


class KeptAnswer(BaseModel):
    """An answer of a review, by its place in the record; its figures are counted again."""

    seat: int = Field(ge=0, lt=SEATS)
    turn: int = Field(ge=0, le=MOST_TURNS)


class KeepOrder(BaseModel):
    """Answers of one record to keep. record: the address of its replay at this server."""

    record: Annotated[str, Field(max_length=200)]
    answers: Annotated[list[KeptAnswer], Field(max_length=_MOST_ANSWERS)]


def quiz_file(folder: Path) -> Path:
    """The path of a folder's progress; it need not exist yet."""
    return folder / "quiz.sqlite"


class ServedQuiz:
    """The trainer of a folder, with its progress in `quiz.sqlite`, the same as for `mj quiz`."""

    def __init__(self, folder: Path) -> None:
        self._path = quiz_file(folder)
        self._opening = Lock()
        self._opened: QuizTrainer | None = None
        self._costs = Costs()

    @property
    def trainer(self) -> QuizTrainer:
        """The trainer. Raises ValueError, one line, if the folder cannot have its file."""
        with self._opening:
            if self._opened is None:
                self._opened = QuizTrainer(shipped_questions(), QuizStore(self._path))
            return self._opened

    def game(self, name: str) -> Match | SeatRecord:
        """The game of a question, by its id. Raises ValueError if there is none."""
        return game_of(self.trainer.question(name))

    def asked(self, what: str, body: dict[str, Any], find: Find) -> dict[str, Any]:
        """Answer the page.

        `session`: the ids of questions to ask now, by `themes`, `count` and `deck`. `question`: as
        it is shown, by `id`. `answer`: graded, by `id` and `action`. `score`: the score so far, of
        a `deck`. `cost`: what an answer costs by more continuations than `worlds`. `keep`: a
        `KeepOrder`. `drop`: takes a question, by `id`, out of the own deck. `export`: that deck as
        lines. find: a record here, by its address.
        Raises ValueError, one line, for anything else.
        """
        match what:
            case "session":
                count = _whole(body, "count", 10)
                return {"questions": self.trainer.session(_themes(body), count, deck=_deck(body))}
            case "question":
                return self.trainer.shown(_word(body, "id"))
            case "answer":
                name = _word(body, "id")
                graded = self.trainer.answered(name, _word(body, "action"))
                return {**graded, "replay": self._replay(name, graded["replay"])}
            case "score":
                return self.trainer.score(deck=_deck(body))
            case "cost":
                question = self.trainer.question(_word(body, "id"))
                action, worlds = _word(body, "action"), _whole(body, "worlds", 0)
                if question.answer(action) is None or not 0 <= worlds < _MOST_WORLDS:
                    raise ValueError("action, worlds: expected an answer and a number")
                return {"cost": self._costs.beyond(question, action, worlds)._asdict()}
            case "keep":
                return self._keep(body, find)
            case "drop":
                return {"all": self.trainer.drop(_word(body, "id"))}
            case "export":
                return {"text": self.trainer.deck_lines()}
        raise ValueError(f"no such question: {what!r:.40}")

    def loaded(self, data: bytes) -> dict[str, Any]:
        """Add a file of lines to the own deck (`QuizTrainer.add_deck`)."""
        return self.trainer.add_deck(data.decode("utf-8", "replace").split("\n"))

    def _replay(self, name: str, place: dict[str, int] | None) -> dict[str, Any] | None:
        """Where a question's game is shown, and whether a table may begin there (`again`)."""
        again = self.trainer.question(name).moment is not None
        return place and {**place, "record": f"/train/games/{name}", "again": again}

    def _keep(self, body: dict[str, Any], find: Find) -> dict[str, Any]:
        try:
            order = KeepOrder.model_validate(body)
        except ValidationError as error:
            raise ValueError(one_line(": ".join(words_of_validation(error)))) from None
        match = find(order.record, "1")
        if not isinstance(match, Match):
            raise ValueError(ONE_VIEW)
        kept = self.trainer.keep(match, [(answer.seat, answer.turn) for answer in order.answers])
        return {"kept": kept, "all": self.trainer.score(deck="own")["questions"]}


def _deck(body: dict[str, Any]) -> Deck:
    deck = body.get("deck", DECKS[0])
    if deck not in DECKS:
        raise ValueError(f"deck: expected {' or '.join(DECKS)}")
    return deck  # type: ignore[no-any-return]


def _whole(body: dict[str, Any], key: str, usual: int) -> int:
    value = body.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{key}: expected a number")
    return value


def _themes(body: dict[str, Any]) -> list[str]:
    themes = body.get("themes", [])
    if not isinstance(themes, list) or len(themes) > _MOST_THEMES:
        raise ValueError("themes: expected a list")
    if not all(isinstance(theme, str) for theme in themes):
        raise ValueError("themes: expected texts")
    return themes


def _word(body: dict[str, Any], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{key}: expected a short text")
    return value
