"""The last own draws: predicted as seldom as they win, and only of hands that are not ready."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mj_bot.events import PLAY
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.last_draws import DRAWS_TO_GET_READY, is_ready, part_if_not_ready
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.win_chance import chance_of, win_logit
from mj_bot.state import OWN_DRAW, GameState
from mj_lab.core.records.sources import read_sources
from tests.recorded import Recorded, asked_of


def targets_of(*counts: dict[int, int], have: np.ndarray) -> TargetHands:
    rows = np.zeros((len(counts), 34), np.int16)
    for row, tiles in zip(rows, counts, strict=True):
        row[list(tiles)] = list(tiles.values())
    lacks = np.maximum(rows - have, 0).sum(axis=1).astype(np.int16)
    fan = np.full(len(counts), 8, np.int16)
    return TargetHands(rows, fan, np.ones(len(counts), bool), lacks)


def test_ready_is_one_tile_away_after_the_discard() -> None:
    have = np.zeros(34, np.int16)
    have[[0, 1, 2]] = 3, 1, 1
    one_away = targets_of({0: 3, 1: 2}, have=have)
    assert is_ready(one_away, have.tolist())
    assert is_ready(one_away, have.tolist(), discard=2)
    assert not is_ready(one_away, have.tolist(), discard=0), "it needs all three"
    complete = targets_of({0: 3, 1: 1, 2: 1}, have=have)
    assert is_ready(complete, have.tolist(), discard=2), "broken up, it is ready again"
    assert not is_ready(targets_of({0: 3, 5: 2}, have=have), have.tolist())
    assert not is_ready(targets_of(have=have), have.tolist())


def late_states(data_folder: Path) -> Iterator[GameState]:
    """Own draws late in recorded matches, most of them not ready."""
    for source in read_sources(data_folder / "botzone_matches.jsonl.gz"):
        for decision in source.decisions(None):
            state = decision.state
            if state.walls[state.seat] < DRAWS_TO_GET_READY:
                yield state.copy()


def test_fewer_draws_leave_less_to_hands_that_are_not_ready(recorded: Recorded) -> None:
    """Of the chance that value, rate, turn and threat give; a ready hand keeps it whole."""
    ready = other = 0
    for state in asked_of(recorded, 60):
        threat, turn = threat_of(opponents(state)), len(state.discards[state.seat])
        for left in (20, 3, 1):
            state.walls = [left] * 4
            for one in OddsEvaluator().candidates(state):
                if one.action.kind != PLAY:
                    continue
                assert one.valued is not None
                is_near = is_ready(one.valued.targets, one.valued.context.have, one.action.tile)
                part = 1.0 if is_near else part_if_not_ready(left)
                whole = chance_of(win_logit(one.hand_value, one.rate, turn, threat))
                assert one.win_chance == pytest.approx(part * whole)
                ready, other = ready + is_near, other + (not is_near)
    assert ready > 10
    assert other > 100


def test_with_no_draw_left_the_safest_discard_is_taken(data_folder: Path) -> None:
    """Nothing else is left to a hand that lacks two tiles."""
    seen = 0
    for state in late_states(data_folder):
        if state.walls[state.seat] or state.decision != OWN_DRAW:
            continue
        found = [one for one in OddsEvaluator().candidates(state) if one.action.kind == PLAY]
        if any(one.win_chance > 0 for one in found):
            continue
        best = max(found, key=lambda one: one.value)
        assert best.deal_in == min(one.deal_in for one in found)
        seen += 1
    assert seen > 4
