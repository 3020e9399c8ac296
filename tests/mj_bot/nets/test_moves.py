"""Moves against actions, over recorded games: every legal action has its move, and back."""

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG, Action
from mj_bot.nets.moves import (
    FIRST_ADDED_KONG,
    FIRST_CHOW,
    FIRST_CONCEALED_KONG,
    HU_MOVE,
    KONG_MOVE,
    MOVE_COUNT,
    PASS_MOVE,
    PUNG_MOVE,
    actions_by_move,
    decision_kind,
    legal_moves,
    move_of,
)
from mj_bot.state import GameState
from mj_bot.successor import after_claim
from mj_bot.tiles import code_of
from tests.recorded import Recorded, dealt, decisions


def text_of(move: int, state: GameState) -> str:
    """A move in words, written anew from the table of the module's docstring."""
    if move < 102:
        return ("PLAY", "GANG", "BUGANG")[move // 34] + " " + code_of(move % 34)
    if move < 106:
        return ("PASS", "HU", "GANG", "PENG")[move - 102]
    assert state.offered is not None
    return "CHI " + code_of(state.offered + 1 - (move - 106))


def test_the_numbers_are_those_of_the_table() -> None:
    assert (FIRST_CONCEALED_KONG, FIRST_ADDED_KONG, PASS_MOVE, HU_MOVE) == (34, 68, 102, 103)
    assert (KONG_MOVE, PUNG_MOVE, FIRST_CHOW, MOVE_COUNT) == (104, 105, 106, 109)


@pytest.mark.parametrize("name", ["judged_games", "rare_games"])
def test_every_legal_action_has_its_move(recorded: Recorded, name: str) -> None:
    seen = np.zeros(MOVE_COUNT, dtype=int)
    for match in recorded(name)[:40]:
        for _, _, state in decisions(match):
            expected: dict[str, list[Action]] = {}
            for action in action_space(state):
                words = str(action).split()
                if action.kind == PENG:
                    words = words[:1]
                if action.kind == CHI:
                    words = words[:2]
                expected.setdefault(" ".join(words), []).append(action)
            found = actions_by_move(state)
            assert {text_of(move, state): list(one) for move, one in found.items()} == expected
            mask = legal_moves(state)
            assert mask.dtype == bool and mask.shape == (MOVE_COUNT,)
            assert sorted(found) == np.flatnonzero(mask).tolist()
            seen += mask
            for move, actions in found.items():
                if len(actions) == 1 and actions[0].kind not in (CHI, PENG):
                    continue
                # After the claim its discards are the moves, those that the wire allows with it.
                plays = np.flatnonzero(legal_moves(after_claim(state, actions[0])))
                assert plays.tolist() == [action.tile for action in actions], (move, actions)
    assert (seen[:34] > 0).all() and (seen[PASS_MOVE:] > 0).all()


def test_kinds() -> None:
    hand = "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"
    assert decision_kind(dealt(hand, "2 J1")) == 0
    assert decision_kind(dealt(hand, "3 3 PLAY W1")) == 1
    nothing = dealt(hand, "3 1 DRAW")
    with pytest.raises(ValueError, match="asks nothing"):
        decision_kind(nothing)
    assert np.flatnonzero(legal_moves(nothing)).tolist() == [PASS_MOVE]
    assert move_of(action_space(nothing)[0], nothing) == PASS_MOVE
