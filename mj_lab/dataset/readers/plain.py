"""Examples in plain Python, at the referee: the same as from the fast table, if it is not built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG, SEATS, Action
from mj_bot.features.columns import COLUMNS, columns
from mj_bot.features.hand_only import HAND_ONLY, hand_only
from mj_bot.features.look_ahead import LOOK_AHEAD, look_ahead
from mj_bot.features.planes import PLANES, PlaneHistory, planes
from mj_bot.nets.moves import DECISION_KINDS, PASS_MOVE, PUNG_MOVE, decision_kind, legal_moves
from mj_bot.nets.moves import move_of as move_in
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import NOTHING, OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_lab.dataset.folding import (
    NONE,
    StoredAnswer,
    StoredGame,
    action_of_move,
    stored_at,
    turns_of,
)
from mj_lab.dataset.shard import EVERY_SEAT, Column, StoredGames

FEATURES = (PLANES, COLUMNS, HAND_ONLY, LOOK_AHEAD)


_Function = Callable[[GameState, PlaneHistory], Column]


class Example(NamedTuple):
    """One decision among at least two legal moves.

    actions: the legal actions of the decision, in the order of its values. claim: for the discard
    after a claim, that claim. values_at: the place of its first value among the game's, None
    without values.
    """

    state: GameState
    history: PlaneHistory
    mask: Column
    move: int
    turn: int
    actions: tuple[Action, ...]
    claim: Action | None
    values_at: int | None


def feature_shapes() -> dict[str, tuple[int, ...]]:
    """The features that Python computes, and the shape of each."""
    return {feature.name: feature.shape for feature in FEATURES}


def examples_of(stored: StoredGame, wanted: int = EVERY_SEAT) -> Iterator[Example]:
    """The examples of a game, by turn and seat; the discard after a claim comes behind it.

    wanted: the seats, one bit each. The states change as the game goes on.

    Raises ValueError where the game cannot be played again.
    """
    histories = [PlaneHistory() for _ in range(SEATS)]
    value = 0
    for turn, states, answers in turns_of(stored):
        for seat, state in enumerate(states):
            if not _decides(state):
                continue
            histories[seat].see(state)
            answer = answers.get(seat)
            valued = answer is not None and answer.valued
            if wanted >> seat & 1:
                values_at = value if valued else None
                yield from _examples_at(state, histories[seat], turn, answer, values_at)
            if valued:
                value += len(action_space(state))


def _decides(state: GameState) -> bool:
    return state.decision == OWN_DRAW or (
        state.decision != NOTHING and len(action_space(state)) > 1
    )


def _examples_at(
    state: GameState,
    history: PlaneHistory,
    turn: int,
    answer: StoredAnswer | None,
    values_at: int | None,
) -> Iterator[Example]:
    if (answer is not None and answer.unknown) or (answer is None and state.decision == OWN_DRAW):
        return
    move = PASS_MOVE if answer is None else answer.move
    actions = tuple(action_space(state))
    mask = legal_moves(state)
    if mask.sum() > 1 and mask[move]:
        yield Example(state, history, mask, move, turn, actions, None, values_at)
    if answer is None or move < PUNG_MOVE or answer.preempted or answer.discard == NONE:
        return
    claim = action_of_move(move, answer.discard, state.offered)
    if claim not in actions:
        return
    after = after_claim(state, claim)
    mask = legal_moves(after)
    if mask.sum() > 1:
        yield Example(after, history, mask, answer.discard, turn, actions, claim, values_at)


def count_examples(arrays: dict[str, Column]) -> Column:
    """How many examples each seat of each game has of each kind: uint8 [games, 4, 3].

    Raises ValueError where a game cannot be played again.
    """
    games = StoredGames(arrays)
    counts = np.zeros((len(games), SEATS, len(DECISION_KINDS)), np.uint8)
    for place in range(len(games)):
        for example in examples_of(stored_at(games, place)):
            counts[place, example.state.seat, decision_kind(example.state)] += 1
    return counts


def fill_examples(
    games: StoredGames, plan: Mapping[str, Column], out: Mapping[str, Column], kinds: Sequence[int]
) -> None:
    """Fill the arrays of examples, as mj_engine.dataset does.

    Raises ValueError where a game cannot be played again, or has another number of examples.
    """
    features = _functions([name for name in feature_shapes() if name in out])
    for place, game in enumerate(plan["games"].tolist()):
        row, end = plan["first"][place : place + 2].tolist()
        first = int(games["value_at"][game])
        for example in examples_of(stored_at(games, game), int(plan["seats"][place])):
            kind = decision_kind(example.state)
            if kind not in kinds:
                continue
            if row == end:
                raise ValueError(f"game {game}: it has more examples than were counted")
            at = int(plan["row_of"][row])
            _fill(out, at, example, features)
            if "values" in out:
                _fill_values(out["values"][at], example, games["values"][first:])
            out["game"][at] = game
            out["score"][at] = games["scores"][game, example.state.seat]
            row += 1
        if row != end:
            raise ValueError(f"game {game}: it has fewer examples than were counted")


def _functions(names: Sequence[str]) -> dict[str, _Function]:
    """The function of each of these features."""
    found: dict[str, _Function] = {
        PLANES.name: planes,
        COLUMNS.name: lambda state, _history: columns(state),
        HAND_ONLY.name: lambda state, _history: hand_only(state),
    }
    if LOOK_AHEAD.name in names:
        nearest = Nearest()
        found[LOOK_AHEAD.name] = lambda state, _history: look_ahead(state, nearest)
    return {name: found[name] for name in names}


def _fill(
    out: Mapping[str, Column], row: int, example: Example, features: Mapping[str, _Function]
) -> None:
    state = example.state
    for name, feature in features.items():
        out[name][row] = feature(state, example.history)
    out["mask"][row] = example.mask
    out["move"][row] = example.move
    out["kind"][row] = decision_kind(state)
    out["seat"][row] = state.seat
    out["turn"][row] = example.turn
    if "shanten" in out:
        out["shanten"][row] = least_distance(state.hand, len(state.own_melds))


def _fill_values(row: Column, example: Example, values: Column) -> None:
    """A claim with several discards has the value of the best one."""
    claim = example.claim
    row[:] = np.nan
    if example.values_at is None:
        return
    for action, value in zip(example.actions, values[example.values_at :], strict=False):
        if claim is None:
            move = move_in(action, example.state)
        elif action.kind in (CHI, PENG) and (action.kind, action.chow) == (claim.kind, claim.chow):
            assert action.tile is not None
            move = action.tile
        else:
            continue
        row[move] = np.fmax(row[move], value)
