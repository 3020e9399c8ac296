"""Resolves the four answers to one request, in the judge's order.

Strings are compared exactly, as in the published judge: an extra blank or lower case is invalid.
Three of its stages check the answers in different orders. The first answer that decides the turn
hides any fault in a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mj_bot.events import CHI, HU, PASS, PASSING, SEATS, Action, parse_response
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.result import WRONG_ACTION

# The kind of a text that is not an answer; no rule allows it. After a discard the judge checks
# texts of three words last, whatever the words are.
MALFORMED = "?"
_NO_ANSWER = Action(MALFORMED)
_NO_ANSWER_OF_THREE = Action(MALFORMED, fan=3)
_WRONG = Fault(WRONG_ACTION)

# Whether a seat may do this (wins are checked elsewhere).
Allows = Callable[[int, Action], bool]


class Settled(NamedTuple):
    """The result of four answers: what one seat does, or how it ends the game.

    seat: the one whose answer counts; None if all passed. answer: its answer; a HU is judged later.
    """

    seat: int | None
    answer: Action | Fault


ALL_PASS = Settled(None, PASSING)


def read(reply: Reply) -> Action | Fault:
    """Parse a reply exactly as the judge does.

    >>> read("PLAY W1"), read(" PASS")
    (Action(kind='PLAY', tile=0, chow=None, fan=0), Action(kind='?', tile=None, chow=None, fan=0))
    """
    if not isinstance(reply, str):
        return reply
    try:
        action = parse_response(reply)
    except ValueError:
        action = _NO_ANSWER
    if str(action) == reply:
        return action
    return _NO_ANSWER_OF_THREE if reply.count(" ") == 2 else _NO_ANSWER


def to_nothing(answers: Sequence[Action | Fault]) -> Settled:
    """After the start, the deal, a flower or a kong: seats 0 to 3, and every one must pass."""
    for seat, answer in enumerate(answers):
        if isinstance(answer, Fault):
            return Settled(seat, answer)
        if answer.kind != PASS:
            return Settled(seat, _WRONG)
    return ALL_PASS


def to_draw(answers: Sequence[Action | Fault], drawer: int, allows: Allows) -> Settled:
    """After a draw: seats 0 to 3; the first wrong answer or the drawer's win ends the game."""
    for seat, answer in enumerate(answers):
        if isinstance(answer, Fault):
            return Settled(seat, answer)
        if seat != drawer:
            if answer.kind != PASS:
                return Settled(seat, _WRONG)
        elif answer.kind == HU:
            return Settled(seat, answer)
        elif not allows(seat, answer):
            return Settled(seat, _WRONG)
    return Settled(drawer, answers[drawer])


def to_discard(answers: Sequence[Action | Fault], discarder: int, allows: Allows) -> Settled:
    """After a discard: first faults and wins, from the discarder on; then claims, chows last.

    Claims are checked from seat 0 to 3 until one is accepted or wrong: first texts of one or two
    words and malformed ones, then those of three.
    """
    if answers[0] is answers[1] is answers[2] is answers[3] is PASSING:
        return ALL_PASS
    for step in range(SEATS):
        seat = (discarder + step) % SEATS
        answer = answers[seat]
        if isinstance(answer, Fault):
            return Settled(seat, answer)
        if step == 0:
            if answer.kind != PASS:
                return Settled(seat, _WRONG)
        elif answer.kind == HU:
            return Settled(seat, answer)
    for of_three in (False, True):
        for seat, answer in enumerate(answers):
            assert isinstance(answer, Action)
            if answer.kind != PASS and _has_three_words(answer) is of_three:
                return Settled(seat, answer if allows(seat, answer) else _WRONG)
    return ALL_PASS


def _has_three_words(answer: Action) -> bool:
    return answer.kind == CHI or answer is _NO_ANSWER_OF_THREE


def to_added_kong(answers: Sequence[Action | Fault], actor: int) -> Settled:
    """After an added kong, from its maker on: the others may rob it; anything else is wrong."""
    for step in range(SEATS):
        seat = (actor + step) % SEATS
        answer = answers[seat]
        if isinstance(answer, Fault):
            return Settled(seat, answer)
        if answer.kind == HU and step:
            return Settled(seat, answer)
        if answer.kind != PASS:
            return Settled(seat, _WRONG)
    return ALL_PASS
