"""The themes of questions, and the theme of a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from mj_bot.actions import action_space
from mj_bot.shanten import shanten
from mj_bot.state import CLAIM, GameState
from mj_bot.successor import hand_after
from mj_lab.explain.quiz.question import QuizAnswer, Theme

THEMES: tuple[Theme, ...] = get_args(Theme)
# English, Chinese.
THEME_NAMES = {
    "early": ("Early shape", "前巡牌形"),
    "planning": ("Planning 8 fan", "八番规划"),
    "waits": ("Waits", "听牌选择"),
    "claims": ("Claims", "吃碰取舍"),
    "defence": ("Defence", "防守"),
    "fan": ("Counting fan", "算番"),
}


class Bounds(NamedTuple):
    """What tells themes apart.

    early: a hand is early before this many own discards, the first of the three rows on the table.
    danger: how much more dangerous an answer with this more of a `chance` to win must be for a
    question of defence. Or the hand wins less often than `nearly_lost`, so that it is given up, and
    another answer deals in by `much_danger` more often.
    """

    early: int = 6
    chance: float = 0.005
    danger: float = 0.02
    nearly_lost: float = 0.1
    much_danger: float = 0.05


BOUNDS = Bounds()


def theme_of(state: GameState, answers: Sequence[QuizAnswer]) -> Theme:
    """The theme of a decision. answers: best first, each with the tactic's evaluation."""
    if state.decision == CLAIM:
        return "claims"
    best, others = answers[0].row, [answer.row for answer in answers[1:]]
    if any(_is_tempting(best, other) or _is_unsafe(best, other) for other in others):
        return "defence"
    if _is_ready(state, answers[0].action):
        return "waits"
    early = _is_early(state)
    plans = [_plan(best), _plan(others[0])]
    return "planning" if not early or None not in plans and plans[0] != plans[1] else "early"


def possible_themes(state: GameState) -> frozenset[Theme]:
    """The themes that a decision may have, before the tactic is asked."""
    if state.decision == CLAIM:
        return frozenset({"claims"})
    late: frozenset[Theme] = frozenset({"defence", "planning", "waits"})
    return late | {"early"} if _is_early(state) else late


def _is_early(state: GameState) -> bool:
    return len(state.discards[state.seat]) < BOUNDS.early


def is_more_dangerous(best: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether an answer clearly deals in more often than the best, as the tactic estimates."""
    more: float = (other.get("deal_in") or 0.0) - (best.get("deal_in") or 0.0)
    return more > BOUNDS.danger


def _is_tempting(best: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether an answer wins more often than the best, but also deals in more often."""
    more = other.get("win_chance", 0.0) - best.get("win_chance", 0.0)
    return bool(more > BOUNDS.chance) and is_more_dangerous(best, other)


def _is_unsafe(best: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a hand is nearly lost, and an answer deals in much more often than the best."""
    danger = (other.get("deal_in") or 0.0) - (best.get("deal_in") or 0.0)
    return bool(best.get("win_chance", 0.0) < BOUNDS.nearly_lost and danger > BOUNDS.much_danger)


def _is_ready(state: GameState, action: str) -> bool:
    """Whether a discard or kong leaves a hand that waits for its last tile."""
    chosen = next(legal for legal in action_space(state) if str(legal) == action)
    hand, melds = hand_after(state, chosen)
    return shanten.least_distance(hand, len(melds)) == 0


def _plan(row: dict[str, Any]) -> str | None:
    """The highest fan of the likeliest target after an answer."""
    targets = row.get("targets") or [{}]
    fans = targets[0].get("fans")
    return str(fans[0]) if fans else None
