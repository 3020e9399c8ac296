"""Which keys of a set of questions hold? Each is played on in sampled worlds.

    python -m tests.mj_lab.explain.quiz.prove_keys [QUESTIONS]

The best answer of today's adviser and the next that loses are played to the end in the same worlds,
the default tactic at all seats. It needs the fast table, six seconds of a core a question.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path

from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.explain.analysis.explanation import asked_by_name, candidates_of
from mj_lab.explain.analysis.losses import SLIGHT, loss_scale
from mj_lab.explain.quiz.making.answers import answers_of, rival_of
from mj_lab.explain.quiz.making.proving import to_play_on
from mj_lab.explain.quiz.question import Proof, QuizQuestion, read_questions
from mj_lab.explain.quiz.shipped import SHIPPED_QUESTIONS
from mj_lab.explain.quiz.themes import THEMES, theme_of
from mj_lab.explain.review.calibrating.playing_on import play_on


def proven(question: QuizQuestion, worlds: int) -> QuizQuestion | None:
    """The question as today's adviser answers it, with its proof; None if that has another key."""
    moment = question.moment
    if moment is None or question.kind == "fan":
        return question
    match = moment.match(question.game_name)
    adviser = asked_by_name(ADVISER)
    states = seat_of(match, moment.seat).states()
    state = next(state for turn, state in states if turn == moment.turn)
    answers = answers_of(state, candidates_of(adviser, state), loss_scale())
    if answers[0].action != question.best.action:
        return None
    made = question.model_copy(update={"answers": answers, "theme": theme_of(state, answers)})
    made = made.model_copy(
        update={"proof": Proof(told=rival_of(made, loss_scale().limits[SLIGHT]).lost)}
    )
    true, error = play_on(to_play_on(made, match, moment.seat, moment.turn), worlds, ADVISER)
    assert made.proof is not None
    proof = Proof(told=made.proof.told, true=round(true, 2), error=round(error, 2), worlds=worlds)
    return made.model_copy(update={"proof": proof})


def judged(found: Sequence[QuizQuestion], theme: str) -> str:
    """What came of the keys of a theme, in a line."""
    proofs = [one.proof for one in found if one.theme == theme and one.proof is not None]
    if not proofs:
        return f"{theme}: none played on"
    both = [(one.true or 0.0, one.error or 0.0) for one in proofs]
    mean = sum(true for true, _ in both) / len(both)
    off = sqrt(sum(error**2 for _, error in both)) / len(both)
    right = sum(true > 2 * error for true, error in both)
    wrong = sum(true < -2 * error for true, error in both)
    told = sum(one.told for one in proofs) / len(proofs)
    return (
        f"{theme}: {len(proofs)} keys, {right} right by two errors, {wrong} wrong by two; the next"
        f" answer is said to lose {told:.2f} and loses {mean:.2f} +- {off:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path, nargs="?", default=SHIPPED_QUESTIONS)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        judging = pool.map(partial(proven, worlds=asked.worlds), read_questions(asked.questions))
        found = [one for one in judging if one is not None]
    for theme in THEMES:
        print(judged(found, theme))


if __name__ == "__main__":
    main()
