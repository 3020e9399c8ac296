"""Do the keys of the shipped questions hold? Each is played on once more, in worlds of its own.

    python -m tests.mj_lab.quiz.prove_keys --worlds 200

The best answer and the next that loses are played to the end in as many sampled worlds, the default
tactic at all seats. It needs the fast table.
"""

from __future__ import annotations

import argparse
from math import sqrt

from mj_lab.analysis.losses import ADVISER
from mj_lab.quiz.making.proving import to_play_on
from mj_lab.quiz.shipped import shipped_questions
from mj_lab.quiz.themes import THEMES
from mj_lab.review.calibrating.playing_on import play_on


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--each", type=int, default=1000, help="questions of a theme, at most")
    asked = parser.parse_args()
    for theme in THEMES:
        found = []
        for question in [one for one in shipped_questions() if one.theme == theme][: asked.each]:
            moment = question.moment
            if moment is None or question.proof is None:
                continue
            # Another name gives other worlds than those that the key was chosen in.
            match = moment.match(question.game_name + " again")
            decision = to_play_on(question, match, moment.seat, moment.turn)
            found.append(play_on(decision, asked.worlds, ADVISER))
        if not found:
            continue
        count = len(found)
        mean = sum(loss for loss, _ in found) / count
        off = sqrt(sum(error**2 for _, error in found)) / count
        right = sum(loss > 2 * error for loss, error in found)
        wrong = sum(loss < -2 * error for loss, error in found)
        print(
            f"{theme}: {count} keys, {right} right by two errors, {wrong} wrong by two; the next"
            f" answer loses {mean:.2f} +- {off:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
