"""The adviser: its word is what the bot in the seat answers, and no win against sure figures."""

from collections.abc import Iterable, Iterator

import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.odds.win_chance import SURE_PASS
from mj_bot.state import GameState
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.explanation import asked_by_name, explain
from tests.mj_engine.python_side import match_in
from tests.recorded import decisions

_MIXED = ("learned", "rule_based", "greedy", "odds")


def answered(hands: Iterable[int]) -> Iterator[tuple[GameState, str]]:
    """The adviser's decisions with a choice in games with itself, or with others: its answers."""
    for hand in hands:
        players = [ADVISER] * 4 if hand % 2 else list(_MIXED)
        wall = mj_engine.wall_of_seed(f"adviser/{hand}")
        (record,) = mj_engine.play([wall], players, seed=hand, records=True).records
        match = match_in(record)
        for seen in decisions(match):
            if players[seen.seat] == ADVISER and len(action_space(seen.state)) > 1:
                yield seen.state, match["responses"][seen.turn][seen.seat]


def compare(hands: Iterable[int]) -> tuple[int, int]:
    """Holds every answer against the advice; how many answers, and how many of them won."""
    adviser, compared, won = asked_by_name(ADVISER), 0, 0
    for state, answer in answered(hands):
        said = explain(adviser, state)
        compared += 1
        points = {row["action"]: row["expected_score"] for row in said.candidates}
        if answer != HU:
            assert said.choice == answer
            continue
        won += 1
        best = max(worth for action, worth in points.items() if action != HU)
        assert (said.choice == HU) == (best - points[HU] <= SURE_PASS)
    return compared, won


def test_its_word_is_the_answer_of_the_bot() -> None:
    compared, won = compare(range(4))
    assert compared > 80 and won


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_its_word_is_the_answer_of_the_bot_in_many_hands() -> None:
    """pytest -m slow tests/mj_lab/explain/analysis/test_adviser.py"""
    compared, won = compare(range(3300))
    print(compared, won)
    assert won >= 2000
