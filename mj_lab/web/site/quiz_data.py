"""The quiz questions as data of the site: each question, and the text for each answer."""

from __future__ import annotations

import gzip
import json
from typing import Any

from mj_lab.explain.quiz.question import QuizQuestion
from mj_lab.explain.quiz.schedule import is_right, quality_of
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.trainer import shown_of, taught

# The fields of `taught` that depend on the answer, not only on the question.
_OF_ANSWER = ("lost_error", "reason")


def packed_quiz() -> bytes:
    """All questions in order as JSON, compressed by gzip; reproducible."""
    rows = [_packed(question) for question in shipped_questions()]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _packed(question: QuizQuestion) -> dict[str, Any]:
    """`shown`, `taught`, and for each answer its grading and its `reason`."""
    by_answer = [taught(question, answer) for answer in question.answers]
    answers = [
        {
            "action": answer.action,
            "lost": answer.lost,
            "grade": answer.grade,
            "right": is_right(question, answer),
            "quality": quality_of(question, answer),
            **{key: value for key, value in graded.items() if key in _OF_ANSWER},
        }
        for answer, graded in zip(question.answers, by_answer, strict=True)
    ]
    return {
        "game": question.game,
        "shown": shown_of(question),
        "taught": {key: value for key, value in by_answer[0].items() if key not in _OF_ANSWER},
        "answers": answers,
    }
