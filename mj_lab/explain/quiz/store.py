"""A person's answers, due dates and own questions, in one SQLite file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from threading import RLock
from time import time
from typing import Any, NamedTuple

from mj_lab.core.database import DatabaseError, FileKind, open_database
from mj_lab.explain.quiz.question import QuizQuestion, question_line, question_of_record
from mj_lab.explain.quiz.schedule import Card

_SCHEMA = """
CREATE TABLE cards (
  question TEXT PRIMARY KEY, repetitions INTEGER NOT NULL, easiness REAL NOT NULL,
  interval INTEGER NOT NULL, due INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE answers (
  number INTEGER PRIMARY KEY, at REAL NOT NULL, day INTEGER NOT NULL, question TEXT NOT NULL,
  theme TEXT NOT NULL, action TEXT NOT NULL, lost REAL NOT NULL, is_right INTEGER NOT NULL
);
CREATE TABLE questions (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
);
"""


PROGRESS = FileKind("a file of quiz progress", 0x6D6A515A, (_SCHEMA,))  # "mjQZ"


class GivenAnswer(NamedTuple):
    """A stored answer. day: `date.toordinal`; lost: points."""

    day: int
    question: str
    theme: str
    action: str
    lost: float
    right: bool


class QuizStore:
    """One person's progress; `close` it at the end. Methods may be called from any thread.

    Raises DatabaseError for a file of another kind and if none can be made; every method raises it
    if the file fails.
    """

    def __init__(self, path: Path) -> None:
        self._lock = RLock()
        self._path = path
        self._file = open_database(path, PROGRESS)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def cards(self) -> dict[str, Card]:
        """The card of every question that was answered, by its id."""
        query = "SELECT question, repetitions, easiness, interval, due FROM cards"
        return {question: Card(*rest) for question, *rest in self._asked(query)}

    def add_answer(self, given: GivenAnswer, card: Card) -> None:
        """Store an answer and the question's updated card, both or neither."""
        row = (time(), given.day, *given[1:])
        with self._lock, self._file.whole():
            names = "at, day, question, theme, action, lost, is_right"
            marks = ", ".join("?" * len(row))
            self._file.execute(f"INSERT INTO answers ({names}) VALUES ({marks})", row)
            self._file.execute(
                "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?)", (given.question, *card)
            )

    def answers(self) -> list[GivenAnswer]:
        """All answers in order."""
        query = "SELECT day, question, theme, action, lost, is_right FROM answers ORDER BY number"
        return [
            GivenAnswer(day, question, theme, action, lost, bool(is_right))
            for day, question, theme, action, lost, is_right in self._asked(query)
        ]

    def add_questions(self, questions: Iterable[QuizQuestion]) -> int:
        """Store a person's own questions; returns how many are new."""
        with self._lock, self._file.whole():
            before = self._file.total_changes
            self._file.executemany(
                "INSERT OR IGNORE INTO questions (id, record) VALUES (?, ?)",
                [(question.id, question_line(question)) for question in questions],
            )
            return self._file.total_changes - before

    def drop_question(self, question: str) -> None:
        """Forget one of the person's own questions; its card stays."""
        with self._lock, self._file.whole():
            self._file.execute("DELETE FROM questions WHERE id = ?", (question,))

    def add_cards(self, cards: Iterable[tuple[str, Card]]) -> None:
        """Store the cards of questions that have none yet."""
        with self._lock, self._file.whole():
            self._file.executemany(
                "INSERT OR IGNORE INTO cards VALUES (?, ?, ?, ?, ?)",
                [(question, *card) for question, card in cards],
            )

    def question_count(self) -> int:
        """The number of the person's own questions."""
        count: int = self._asked("SELECT count(*) FROM questions")[0][0]
        return count

    def questions(self) -> list[QuizQuestion]:
        """The person's own questions, oldest first. Raises DatabaseError if one is damaged."""
        rows = self._asked("SELECT record FROM questions ORDER BY number")
        try:
            return [question_of_record(json.loads(record)) for (record,) in rows]
        except ValueError as error:
            raise DatabaseError(f"{self._path}: {error}") from None

    def _asked(self, statement: str) -> list[tuple[Any, ...]]:
        with self._lock, closing(self._file.execute(statement)) as cursor:
            return cursor.fetchall()
