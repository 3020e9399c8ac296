"""Examples in plain Python, of games played again at the referee: the engine is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG, SEATS, Action
from mj_bot.features.columns import columns
from mj_bot.features.hand_only import hand_only
from mj_bot.features.look_ahead import look_ahead
from mj_bot.features.planes import PlaneHistory, planes
from mj_bot.nets.moves import MOVE_COUNT, PASS_MOVE, PUNG_MOVE, decision_kind, legal_moves, move_of
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import NOTHING, OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_lab.learn.dataset.shard import Column, StoredGames
from mj_lab.learn.dataset.stored_game import NONE, StoredAnswer, action_of_move, stored_at, turns_of


class _Example(NamedTuple):
    """A decision among at least two moves. claim: of the discard after one. values: by action."""

    state: GameState
    move: int
    actions: Sequence[Action]
    claim: Action | None
    values: Column | None


def plain_examples(arrays: dict[str, Column], features: Sequence[str]) -> dict[str, Column]:
    """Every example, by game, turn and seat; the discard after a claim comes behind it.

    Raises ValueError where a game cannot be played again.
    """
    games, nearest = StoredGames(arrays), Nearest()
    rows: list[dict[str, Column]] = []
    for place in range(len(games)):
        histories = [PlaneHistory() for _ in range(SEATS)]
        value = int(games["value_at"][place])
        for turn, states, answers in turns_of(stored_at(games, place)):
            for seat, state in enumerate(states):
                if not _decides(state):
                    continue
                histories[seat].see(state)
                answer, legal, known = answers.get(seat), tuple(action_space(state)), None
                if answer is not None and answer.valued:
                    known = games["values"][value : value + len(legal)]
                    value += len(legal)
                for one in _examples_at(state, legal, answer, known):
                    rows.append(
                        {
                            **_features(features, one.state, histories[seat], nearest),
                            "mask": legal_moves(one.state),
                            "values": _values_of(one),
                            "move": np.array(one.move, np.int64),
                            "kind": np.array(decision_kind(one.state), np.uint8),
                            "score": np.array(games["scores"][place, seat], np.float32),
                            "game": np.array(place, np.int64),
                            "seat": np.array(seat, np.uint8),
                            "turn": np.array(turn, np.int16),
                            "shanten": np.array(_shanten(one.state), np.int8),
                        }
                    )
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]} if rows else {}


def _features(
    names: Sequence[str], state: GameState, history: PlaneHistory, nearest: Nearest
) -> dict[str, Column]:
    makers: dict[str, Callable[[], Column]] = {
        "planes": lambda: planes(state, history),
        "columns": lambda: columns(state),
        "hand_only": lambda: hand_only(state),
        "look_ahead": lambda: look_ahead(state, nearest),
    }
    return {name: makers[name]() for name in names}


def _shanten(state: GameState) -> int:
    return least_distance(state.hand, len(state.own_melds))


def _decides(state: GameState) -> bool:
    return state.decision == OWN_DRAW or (
        state.decision != NOTHING and len(action_space(state)) > 1
    )


def _examples_at(
    state: GameState, legal: Sequence[Action], answer: StoredAnswer | None, values: Column | None
) -> Iterator[_Example]:
    if (answer is not None and answer.unknown) or (answer is None and state.decision == OWN_DRAW):
        return
    move = PASS_MOVE if answer is None else answer.move
    mask = legal_moves(state)
    if mask.sum() > 1 and mask[move]:
        yield _Example(state, move, legal, None, values)
    if answer is None or move < PUNG_MOVE or answer.preempted or answer.discard == NONE:
        return
    claim = action_of_move(move, answer.discard, state.offered)
    if claim in legal:
        after = after_claim(state, claim)
        if legal_moves(after).sum() > 1:
            yield _Example(after, answer.discard, legal, claim, values)


def _values_of(one: _Example) -> Column:
    """By move; a claim with several discards has the value of the best one."""
    row = np.full(MOVE_COUNT, np.nan, np.float32)
    for action, value in zip(one.actions, () if one.values is None else one.values, strict=False):
        move: int | None = None
        if one.claim is None:
            move = move_of(action, one.state)
        elif (
            action.kind in (CHI, PENG)
            and action.chow == one.claim.chow
            and (action.kind == one.claim.kind)
        ):
            move = action.tile
        if move is not None:
            row[move] = np.fmax(row[move], value)
    return row
