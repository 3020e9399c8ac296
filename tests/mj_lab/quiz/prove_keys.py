"""Do the keys of the shipped questions hold? Each is played on, the means are said by theme.

    python -m tests.mj_lab.quiz.prove_keys --worlds 40

The best answer and the next that loses are played to the end in as many worlds, all that the seat
could not see dealt anew, `odds` at all seats. It needs the fast table.
"""

from __future__ import annotations

import argparse
from math import sqrt

from mj_lab.quiz.making.proving import to_play_on
from mj_lab.quiz.shipped import shipped_questions
from mj_lab.quiz.themes import THEMES
from mj_lab.review.calibrating.playing_on import play_on


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--each", type=int, default=1000, help="questions of a theme, at most")
    asked = parser.parse_args()
    for theme in THEMES:
        expected, losses, errors = [], [], []
        for question in [one for one in shipped_questions() if one.theme == theme][: asked.each]:
            moment, proof = question.moment, question.proof
            if moment is None or proof is None:
                continue
            match = moment.match(question.game_name)
            decision = to_play_on(question, match, moment.seat, moment.turn)
            loss, error = play_on(decision, asked.worlds, "odds")
            expected.append(proof.told)
            losses.append(loss)
            errors.append(error)
        if not losses:
            continue
        count = len(losses)
        against = sum(loss < -2 * error for loss, error in zip(losses, errors, strict=True))
        mean, off = sum(losses) / count, sqrt(sum(error**2 for error in errors)) / count
        print(
            f"{theme}: {count} questions, expected {sum(expected) / count:.2f},"
            f" played on {mean:.2f} +- {off:.2f}; {against} lose by over two errors"
        )


if __name__ == "__main__":
    main()
