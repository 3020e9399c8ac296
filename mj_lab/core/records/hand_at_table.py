"""Replays a recorded hand at the engine's table, which makes a match of it.

Most archives have no wall. Only the drawn tiles of each seat's wall matter: undrawn ones are put
before them in any order. A common wall is the order of the draws, or the recorded wall. Otherwise a
hand in which a seat drew more than its wall holds is refused.
"""

from __future__ import annotations

from mj_bot.events import DRAW, HU, SEATS
from mj_engine._core import Result, made_wall, play_hand
from mj_lab.core.records.hand import HandError, RecordedHand, step_text
from mj_lab.core.records.match import FanLine, Match, MatchResult


def folded(hand: RecordedHand) -> Match:
    """The match of a hand, replayed at our table; a pre-empted seat passes in it.

    A win below 8 fan, which others accept, ends it with the record's fan. Where the record counts
    other fan than our table, the record's count is used. Raises HandError, with the line, if our
    rules do not allow the hand.
    """
    wall = wall_of(hand)
    steps = [step_text(step) for step in hand.steps]
    rules = hand.prevalent_wind, hand.common_wall, hand.tells_all, hand.drawn, hand.fan
    outcome = play_hand(*rules, wall, steps, hand.keeping)
    if len(outcome) == 3:
        raise HandError(*outcome)
    game, preempted, untold, false_wins = outcome
    turns = game.turns
    # Built here, so there is nothing to validate.
    return Match.model_construct(
        id=hand.id,
        quan=hand.prevalent_wind,
        common_wall=hand.common_wall,
        wall=wall,
        requests=tuple([requests for requests, _ in turns]),
        responses=tuple([answers for _, answers in turns]),
        preempted=tuple(preempted),
        untold=tuple(untold),
        wall_known=hand.wall_known,
        false_wins=tuple(false_wins),
        penalties=hand.penalties,
        scores=tuple(game.scores if hand.scores is None else hand.scores),
        result=_result_of(game.result, hand),
    )


def _result_of(end: Result | None, hand: RecordedHand) -> MatchResult:
    assert end is not None
    fan, fans = end.fan, end.fans
    if end.action == HU:
        other_fan = hand.fan and hand.fan != fan
        if other_fan or (hand.fans and sorted(hand.fans) != sorted(fans)):
            fan, fans = hand.fan, hand.fans
    lines = None if fan is None else tuple([FanLine(name=n, times=t, value=v) for n, t, v in fans])
    return MatchResult(action=end.action, player=end.player, fan_total=fan, fans=lines)


def wall_of(hand: RecordedHand) -> tuple[int, ...]:
    """The recorded wall, or one from which each seat draws its recorded tiles.

    Raises HandError if there is none.
    """
    if hand.wall:
        return hand.wall
    draws = [
        (step.seat, step.tile)
        for step in hand.steps
        if step.kind == DRAW and step.tile is not None and 0 <= step.seat < SEATS
    ]
    known = hand.deals, hand.flowers, hand.dealt_flowers, draws
    try:
        return tuple(made_wall(*known, hand.common_wall, hand.wall_size))
    except ValueError as error:
        reason, _, about = str(error).partition(": ")
        raise HandError(reason, 0, about) from None
