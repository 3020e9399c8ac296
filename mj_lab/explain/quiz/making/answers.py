"""The answers to a decision, best first, each with its loss; and which ones clearly lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG
from mj_bot.state import GameState
from mj_lab.explain.analysis.explanation import Row
from mj_lab.explain.analysis.losses import SLIGHT, LossScale, loss_of, loss_scale, with_points
from mj_lab.explain.quiz.question import QuizAnswer, QuizQuestion

# The stored figures of a tactic's evaluation of an answer, with their digits.
_FIGURES = {"win_chance": 4, "expected_score": 2, "deal_in": 4}
_MOST_FANS = 3
# Early on and in defence a tile matters less: this part of the limit is already clear there.
_PARTS = {"early": 0.6, "defence": 0.75}


def limit_of(theme: str, least: float) -> float:
    """The points that the next answer must lose. least: those of most themes.

    At least the lowest grade: a loss without a grade is right.

    >>> [limit_of(theme, 4.0) for theme in ("waits", "early", "defence")]
    [4.0, 2.4, 3.0]
    >>> limit_of("early", 2.0)
    2.2
    """
    return max(round(_PARTS.get(theme, 1.0) * least, 6), loss_scale().limits[SLIGHT])


def rival_of(question: QuizQuestion, least: float) -> QuizAnswer:
    """The best of the answers that clearly lose; the last if none does."""
    limit = limit_of(question.theme, least)
    return next(
        (answer for answer in question.answers[1:] if answer.lost >= limit), question.answers[-1]
    )


def same_answer(action: str, answer: str) -> bool:
    """Whether two actions are the same answer, ignoring a claim's discard."""
    return _kind_of_text(action) == _kind_of_text(answer)


def _kind_of_text(action: str) -> str:
    words = action.split()
    return " ".join(words[:-1]) if words[0] in (CHI, PENG) else action


def answers_of(
    state: GameState, rows: Sequence[Row], scale: LossScale, also: str = ""
) -> tuple[QuizAnswer, ...]:
    """The answers to choose from, best first: each claim once, with its best discard.

    also: an action that is among them in any case, a claim with a worse discard.
    Raises ValueError if the rows, a tactic's figures for every action, have no expected points.
    """
    legal = action_space(state)
    points = with_points(rows, state, legal)
    by_action = {str(row["action"]): row for row in rows}
    by_text = {str(action): action for action in legal if str(action) in points}
    order = sorted(by_text, key=lambda text: -points[text]["expected_score"])
    firsts = {_kind_of_text(text): text for text in reversed(order)}
    ordered = {text: points[text] for text in order}
    discards = len(state.discards[state.seat])
    answers = []
    for text in order:
        if text in (firsts[_kind_of_text(text)], also):
            loss = loss_of([by_text[text]], ordered, discards, scale)
            row = _kept(by_action[text])
            answers.append(QuizAnswer(action=text, lost=loss.lost, grade=loss.grade, row=row))
    return tuple(sorted(answers, key=lambda answer: answer.lost))


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that later explain an answer."""
    row_kept = {
        key: round(row[key], digits)
        for key, digits in _FIGURES.items()
        if isinstance(row.get(key), (int, float))
    }
    if row.get("targets"):
        first = row["targets"][0]
        row_kept["targets"] = [{**first, "fans": first["fans"][:_MOST_FANS]}]
    return row_kept
