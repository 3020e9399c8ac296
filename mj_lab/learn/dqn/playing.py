"""Games at the fast table by an explorer in all seats, and the experience that they bring.

A decision is a discard: one's own turn, or behind a chow or pung that nobody came before. What is
paid until the next one is a part of what the search said of it; at the end it is the score. A claim
that was not made has a discard behind it all the same, of which the search said something: an
episode of this decision alone, which comes to what was said.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import CHI, PASSING, PENG, PLAY, SEATS, Action, Event
from mj_bot.expectimax.q_rows import Q_ROWS, q_rows
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_bot.tiles import TILE_KINDS
from mj_lab.arena.seeds import seed_of
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.game.walls import Wall
from mj_lab.learn.dqn.explorers import Explored, Explorer, ValuesOfExpectimax, ValuesOfOdds
from mj_lab.learn.dqn.plan import PlayPlan
from mj_lab.learn.dqn.replay import Experience, joined_experience
from mj_lab.learn.run.workers import Workers

_CLAIMS = (CHI, PENG)


def _explorer(plan: PlayPlan, seed: int) -> Explorer:
    """Who plays one seat."""
    search: ValuesOfOdds | ValuesOfExpectimax = ValuesOfOdds()
    if plan.weights is not None:
        search = ValuesOfExpectimax(plan.weights, plan.depth, plan.alpha)
    return Explorer(search, plan.temperature, seed, plan.random)


class _Decision(NamedTuple):
    rows: NDArray[np.uint8]
    tile: int
    value: float
    # What the search said of each discard, of those that it valued.
    said: dict[int, float]


@dataclass
class _Seat:
    """A seat at the table: what it knows, who decides, what it decided and might have decided."""

    explorer: Explorer
    not_made: float
    rng: random.Random
    state: GameState = field(default_factory=GameState)
    decisions: list[_Decision] = field(default_factory=list)
    asides: list[_Decision] = field(default_factory=list)
    # The discard behind a claim, until it is known whether another came before.
    claimed: _Decision | None = None

    def take(self, seat: int, request: str) -> None:
        """What the table tells."""
        self.state.apply(request)
        last = self.state.last
        if self.claimed is not None:
            if isinstance(last, Event) and last.seat == seat and last.kind in _CLAIMS:
                self.decisions.append(self.claimed)
            self.claimed = None

    def answer(self) -> Action:
        """What it does; its discards are noted."""
        state = self.state
        if action_space(state) == [PASSING]:
            return PASSING
        explored = self.explorer(state)
        action = explored.action
        if action.kind == PLAY and state.decision == OWN_DRAW:
            self.decisions.append(_decision(state, explored))
        elif action.kind in _CLAIMS:
            self.claimed = _decision(after_claim(state, action), explored)
        self._look_aside(explored)
        state.answered(action)
        return action

    def _look_aside(self, explored: Explored) -> None:
        """Note the best discard behind a claim that is not made."""
        best: dict[tuple[str, int | None], tuple[float, Action]] = {}
        for action, value in explored.values.items():
            key = (action.kind, action.chow)
            if action.kind not in _CLAIMS or key == (explored.action.kind, explored.action.chow):
                continue
            if key not in best or value > best[key][0]:
                best[key] = (value, action)
        if best and self.rng.random() < self.not_made:
            value, action = self.rng.choice(list(best.values()))
            might = Explored(action, value, explored.values)
            self.asides.append(_decision(after_claim(self.state, action), might))


def _decision(state: GameState, explored: Explored) -> _Decision:
    """The discard; beside it stand those of the same claim, if it is behind one."""
    action = explored.action
    assert action.tile is not None
    said = {
        one.tile: value
        for one, value in explored.values.items()
        if one.tile is not None and (one.kind, one.chow) == (action.kind, action.chow)
    }
    return _Decision(q_rows(state), action.tile, explored.value, said)


def played(plan: PlayPlan, number: int, games: int, workers: Workers) -> Experience:
    """The experience of so many games of a round, each on a wall that no other round has.

    Raises ValueError if no game had a decision, EngineError as `Workers.answers` does.
    """
    walls = list(islice(walls_of_seed(f"dqn-{plan.seed}-{number}"), games))
    parts = [
        (walls[place], seed_of("dqn", plan.seed, number, place)) for place in range(len(walls))
    ]
    # Of Expectimax the quickest search there is.
    sample = partial(_of_part, replace(plan, depth=1, alpha=0.01), parts[0])
    return joined_experience(list(workers.answers(_of_part, plan, parts, sample)))


def _of_part(plan: PlayPlan, part: tuple[Wall, int]) -> Experience:
    return play_game(plan, *part)


def play_game(plan: PlayPlan, wall: Wall, seed: int) -> Experience:
    """The experience of one game, that of one seat after another."""
    from mj_engine import Game

    game = Game(wall.tiles, wall.prevalent_wind)
    seats = [
        _Seat(
            _explorer(plan, seed_of(seed, seat)),
            plan.not_made,
            random.Random(seed_of("not made", seed, seat)),
        )
        for seat in range(SEATS)
    ]
    while not game.over:
        for place, seat in enumerate(seats):
            seat.take(place, game.request_for(place))
        game.submit([str(seat.answer()) for seat in seats])
    parts = [
        _experience(seat.decisions, float(score), plan.search_reward)
        for seat, score in zip(seats, game.scores, strict=True)
    ]
    parts += [_experience([one], one.value, 0.0) for seat in seats for one in seat.asides]
    return joined_experience(parts) if any(map(len, parts)) else nothing()


def nothing() -> Experience:
    """No experience."""
    return _experience([], 0.0, 0.0)


def _experience(decisions: list[_Decision], score: float, search_reward: float) -> Experience:
    count = len(decisions)
    seen: NDArray[Any] = np.zeros((count, *Q_ROWS.shape), np.uint8)
    reward = np.zeros(count, np.float32)
    said = np.full((count, TILE_KINDS), np.nan, np.float16)
    for place, one in enumerate(decisions):
        seen[place] = one.rows
        reward[place] = search_reward * one.value
        said[place, list(one.said)] = list(one.said.values())
    reward[-1:] = score
    done = np.arange(count) == count - 1
    tiles = np.array([one.tile for one in decisions], np.int64)
    # A tile that is in the hand once or more may be discarded.
    mask = seen[:, 0].reshape(count, TILE_KINDS) > 0
    return Experience(seen, mask, tiles, reward, done, said)
