"""Answers the trainer's page: sessions, questions, answers, the score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.trainer import QuizTrainer

_LONGEST = 40
_MOST_THEMES = 10


class ServedQuiz:
    """The trainer of a folder, with its progress in `quiz.sqlite`, the same as for `mj quiz`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "quiz.sqlite"
        self._opened: QuizTrainer | None = None

    @property
    def trainer(self) -> QuizTrainer:
        """The trainer. Raises ValueError, one line, if the folder cannot have its file."""
        if self._opened is None:
            try:
                self._opened = QuizTrainer(shipped_questions(), QuizStore(self._path))
            except OSError as error:
                raise ValueError(f"{self._path}: {error.strerror}") from None
        return self._opened

    def asked(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """Answer the page.

        `session`: the ids of questions to ask now, by `themes` and `count`. `question`: as it is
        shown, by `id`. `answer`: graded, by `id` and `action`. `score`: the score so far.
        Raises ValueError, one line, for anything else.
        """
        if what == "session":
            count = body.get("count", 10)
            if not isinstance(count, int) or isinstance(count, bool):
                raise ValueError("count: expected a number")
            return {"questions": self.trainer.session(_themes(body), count)}
        if what == "question":
            return self.trainer.shown(_word(body, "id"))
        if what == "answer":
            return self.trainer.answered(_word(body, "id"), _word(body, "action"))
        if what == "score":
            return self.trainer.score()
        raise ValueError(f"no such question: {what!r:.40}")


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
