"""The questions that ship, made by one command (docs/reference/quiz.md), with a checksum."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from mj_lab.explain.quiz.question import QuizQuestion, read_questions

SHIPPED_QUESTIONS = Path(__file__).parent / "questions.jsonl.gz"
CHECKSUM = Path(__file__).parent / "questions.sha256"


@lru_cache(maxsize=1)
def shipped_questions() -> tuple[QuizQuestion, ...]:
    """The questions in order. Raises ValueError, one line, if the file has been changed."""
    expected = CHECKSUM.read_text(encoding="utf-8").split()[0]
    if sha256(SHIPPED_QUESTIONS.read_bytes()).hexdigest() != expected:
        raise ValueError(f"{SHIPPED_QUESTIONS}: not the shipped questions")
    return tuple(read_questions(SHIPPED_QUESTIONS))
