"""Complete hands as questions: how many fan? The key is the judge's count."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from mj_bot.fan import win_context_of, win_of
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import code_of, tile_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.core.text.notation import compact, meld_text
from mj_lab.explain.analysis.complete_hand.fan_study import fan_study, flags_of
from mj_lab.explain.analysis.explanation import Row
from mj_lab.explain.quiz.question import FanHand, QuizAnswer, QuizQuestion, id_of

_CHOICES = 5
# Miscounts, besides those with a fan too many or too few.
_SLIPS = (1, 2, 4, 6)


def fan_question(state: GameState, source: str) -> QuizQuestion | None:
    """The question of a seat's hand with the tile it drew or is offered; None if incomplete.

    Hands under 8 fan are asked too: they are complete, but may not win.
    """
    tile = state.drawn if state.decision == OWN_DRAW else state.offered
    win = None if tile is None else win_of(state, tile)
    if win is None or tile is None:
        return None
    hand = list(state.hand)
    if state.decision == OWN_DRAW:
        hand[tile] -= 1
    melds = " ".join(meld_text(meld) for meld in state.own_melds)
    complete = FanHand(
        hand=f"{compact(hand)} {melds}".strip(),
        tile=code_of(tile),
        flags=flags_of(win_context_of(state)),
        seat=state.seat,
        prevalent_wind=state.prevalent_wind,
    )
    try:
        study = study_of(complete)
    except ValueError:  # Flags that are impossible together, judged by the written hand alone.
        return None
    if study["fan"] != win.fan:
        return None
    name = id_of(complete.model_dump(mode="json"))
    return QuizQuestion(
        id=name,
        kind="fan",
        theme="fan",
        source=source[:120],
        complete=complete,
        answers=fan_answers(study["fan"], study["fans"], name),
    )


def study_of(complete: FanHand) -> dict[str, Any]:
    """The study of the hand: fans, points, divisions (`fan_study`). Raises ValueError if none."""
    return fan_study(
        parse_hand(complete.hand),
        tile_of(complete.tile),
        complete.flags,
        complete.seat,
        complete.prevalent_wind,
    )


def fan_answers(fan: int, fans: Sequence[Sequence[Any]], seed: str) -> tuple[QuizAnswer, ...]:
    """Five numbers to choose from, the right one first; the same for the same seed.

    fans: as [Chinese, English, value, times]. The wrong ones omit a fan or add one; the seed
    decides how many of them are above the right one.
    """
    rng = Random(seed)
    values = [value * times for _, _, value, times in fans]
    wrong = {fan + sign * value for value in (*values, *_SLIPS) for sign in (1, -1)}
    near = sorted(wrong - {fan}, key=lambda count: (abs(count - fan), count))
    below = [count for count in near if 0 < count < fan]
    above = [count for count in near if count > fan]
    most = min(rng.randint(0, _CHOICES - 1), len(below))
    taken = below[:most] + above[: _CHOICES - 1 - most]
    row: Row = {"fans": [list(line) for line in fans]}
    right = QuizAnswer(action=str(fan), row=row)
    return (right, *(QuizAnswer(action=str(count)) for count in sorted(taken)))
