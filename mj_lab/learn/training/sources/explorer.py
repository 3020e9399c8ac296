"""Games at the fast table by an exploring search in all seats: experience for a Q network.

A decision is a discard: at an own turn, or after a chow or pung that was not pre-empted. Its reward
is a part of the search's value of it; at the end it is the score. A claim that was not made also
has a best discard that the search valued: it is an episode of one decision, with that value as
return.

Source: 雷捷维 and others, 基于Expectimax搜索与Double DQN的非完备信息博弈算法, 计算机工程 2021(3):
the search plays, and a tenth of its value is paid before the end.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PASSING, PENG, PLAY, SEATS, Action, Event, parse_response
from mj_bot.expectimax.q_features import Q_FEATURES, q_features
from mj_bot.nets.weights_file import unpack_weights
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_bot.tactics.expectimax import Expectimax
from mj_bot.tiles import TILE_KINDS
from mj_engine import Game
from mj_engine.expectimax import Search
from mj_engine.odds import Odds
from mj_lab.core.game.walls import Wall, seed_of, walls_of_seed
from mj_lab.learn.training.parts.part import Batch, PartOptions, joined_batches
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.play import Play

_CLAIMS = (CHI, PENG)
# A search's values of legal actions, in points; a missing action must not be taken.
_Values = Mapping[Action, float]


class ExplorerOptions(PartOptions):
    """Options of games that explore."""

    games: int = Field(default=100, ge=1, description="a round")
    own_from: int | None = Field(
        default=None, ge=0, description="from this round on expectimax with Q plays, before it odds"
    )
    depth: int = Field(default=1, ge=1, description="of that expectimax")
    alpha: float = Field(default=0.6, gt=0, le=1, description="of that expectimax")
    temperature: float = Field(
        default=0.5,
        ge=0,
        description="points: an action this much better is e times as likely; 0: always the best",
    )
    random: float = Field(default=0.0, ge=0, le=1, description="the share of random discards")
    not_made: float = Field(
        default=0.0, ge=0, le=1, description="the share of claims not made that count too"
    )
    search_reward: float = Field(
        default=0.1, description="the part of the search's value that is paid before the end"
    )


class Playing(NamedTuple):
    """How a game is played. weights: bytes of the weights for expectimax; None: odds plays."""

    options: ExplorerOptions
    weights: bytes | None = None


class ExplorerPlay(Play):
    """Each step plays `games` games, on walls that no other step has; a task is one game.

    Whole episodes, one after another: `seen` [N, 21, 34]; `legal` bool [N, 34], the tiles in hand;
    `chosen` [N], the discard; `reward` [N], points until the next decision or the end; `done` [N],
    whether it ends an episode; `said` [N, 34], the search's value of each discard in points, NaN
    where there is none.
    """

    Options = ExplorerOptions
    unit = "round"

    def experience(self, step: int, parts: KeptParts) -> Batch:
        """See `Play`. Raises ValueError if no game had a decision."""
        options, seed = self.options, self.context.seed
        own = options.own_from is not None and step >= options.own_from
        playing = Playing(options, self.context.model_in_training.playing() if own else None)
        walls = islice(walls_of_seed(f"dqn-{seed}-{step}"), options.games)
        tasks = [(wall, seed_of("dqn", seed, step, number)) for number, wall in enumerate(walls)]
        # For expectimax the fastest search.
        quick = options.model_copy(update={"depth": 1, "alpha": 0.01})
        sample = partial(explored_game, playing._replace(options=quick), tasks[0])
        experience = joined_batches(parts.answers(step, explored_game, playing, tasks, sample))
        if not len(experience["chosen"]):
            raise ValueError("there are no decisions to learn from")
        return experience

    def size(self) -> int:
        """See `Play`."""
        games: int = self.options.games
        return games

    def figures(self, experience: Batch) -> dict[str, float]:
        """The number of decisions."""
        return {"decisions": float(len(experience["chosen"]))}


def explored_game(playing: Playing, task: tuple[Wall, int]) -> Batch:
    """The experience of a game on a wall with a seed, one seat after another."""
    (wall, seed), options = task, playing.options
    game = Game(wall.tiles, wall.prevalent_wind)
    seats = [
        _Seat(
            _Explorer(_search(playing), options, seed_of(seed, seat)),
            options.not_made,
            random.Random(seed_of("not made", seed, seat)),
        )
        for seat in range(SEATS)
    ]
    while not game.over:
        for number, seat in enumerate(seats):
            seat.take(number, game.request_for(number))
        game.submit([str(seat.answer()) for seat in seats])
    parts = [
        _episode(seat.decisions, float(score), options.search_reward)
        for seat, score in zip(seats, game.scores, strict=True)
    ]
    parts += [
        _episode([decision], decision.value, 0.0) for seat in seats for decision in seat.asides
    ]
    return joined_batches(parts)


def _search(playing: Playing) -> Callable[[GameState], _Values]:
    """The search of a seat, as fast as at the fast table."""
    if playing.weights is None:
        odds = Odds()
        return lambda state: {parse_response(e.action): e.value for e in odds.candidates(state)}
    options = playing.options
    network = unpack_weights(playing.weights)
    search = Search(
        Expectimax(weights=network, depth=options.depth, alpha=options.alpha, seconds=0)
    )
    return lambda state: {
        parse_response(response): value for response, value in search.values(state).items()
    }


class _Explored(NamedTuple):
    """The action taken, and the search's values.

    value: of the action that it sampled, even if a random one was taken instead; 0 if there was no
    alternative. values: of all actions that it valued; empty if there was no alternative.
    """

    action: Action
    value: float
    values: _Values


class _Explorer:
    """Samples an action by exp(value / temperature); takes a win whenever there is one.

    Some discards are replaced by a random tile of the hand, since Q learns nothing about a tile
    that the search never discards.
    """

    def __init__(
        self, search: Callable[[GameState], _Values], options: ExplorerOptions, seed: int
    ) -> None:
        self._search, self._temperature, self._random = search, options.temperature, options.random
        self._rng = random.Random(seed)

    def __call__(self, state: GameState) -> _Explored:
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            return _Explored(actions[0], 0.0, {})
        values = self._search(state)
        action, value = self._drawn(values)
        if self._random and action.kind == PLAY and self._rng.random() < self._random:
            action = self._rng.choice([legal for legal in actions if legal.kind == PLAY])
        return _Explored(action, value, values)

    def _drawn(self, values: _Values) -> tuple[Action, float]:
        best = max(values.values())
        if not self._temperature:
            return next(item for item in values.items() if item[1] == best)
        weights = [math.exp((value - best) / self._temperature) for value in values.values()]
        (drawn,) = self._rng.choices(list(values.items()), weights)
        return drawn


class _Decision(NamedTuple):
    rows: NDArray[np.uint8]
    tile: int
    value: float
    # The search's value of each discard that it valued.
    said: dict[int, float]


@dataclass
class _Seat:
    """A seat at the table: its state, its explorer, its decisions and those of claims not made."""

    explorer: _Explorer
    not_made: float
    rng: random.Random
    state: GameState = field(default_factory=GameState)
    decisions: list[_Decision] = field(default_factory=list)
    asides: list[_Decision] = field(default_factory=list)
    # The discard after a claim, until it is known whether the claim was pre-empted.
    claimed: _Decision | None = None

    def take(self, seat: int, request: str) -> None:
        """Process an event of the table."""
        self.state.apply(request)
        last = self.state.last
        if self.claimed is not None:
            if isinstance(last, Event) and last.seat == seat and last.kind in _CLAIMS:
                self.decisions.append(self.claimed)
            self.claimed = None

    def answer(self) -> Action:
        """The seat's action; its discards are recorded."""
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

    def _look_aside(self, explored: _Explored) -> None:
        """Record the best discard after a claim that is not made."""
        best: dict[tuple[str, int | None], tuple[float, Action]] = {}
        for action, value in explored.values.items():
            key = (action.kind, action.chow)
            if action.kind not in _CLAIMS or key == (explored.action.kind, explored.action.chow):
                continue
            if key not in best or value > best[key][0]:
                best[key] = (value, action)
        if best and self.rng.random() < self.not_made:
            value, action = self.rng.choice(list(best.values()))
            might = _Explored(action, value, explored.values)
            self.asides.append(_decision(after_claim(self.state, action), might))


def _decision(state: GameState, explored: _Explored) -> _Decision:
    """The decision of a discard; after a claim, among the discards of that claim."""
    action = explored.action
    assert action.tile is not None
    said = {
        other.tile: value
        for other, value in explored.values.items()
        if other.tile is not None and (other.kind, other.chow) == (action.kind, action.chow)
    }
    return _Decision(q_features(state), action.tile, explored.value, said)


def _episode(decisions: list[_Decision], score: float, search_reward: float) -> Batch:
    count = len(decisions)
    seen: NDArray[Any] = np.zeros((count, *Q_FEATURES.shape), np.uint8)
    reward = np.zeros(count, np.float32)
    said = np.full((count, TILE_KINDS), np.nan, np.float16)
    for row, decision in enumerate(decisions):
        seen[row] = decision.rows
        reward[row] = search_reward * decision.value
        said[row, list(decision.said)] = list(decision.said.values())
    reward[-1:] = score
    return {
        "seen": seen,
        # Every tile in the hand may be discarded.
        "legal": seen[:, 0].reshape(count, TILE_KINDS) > 0,
        "chosen": np.array([decision.tile for decision in decisions], np.int64),
        "reward": reward,
        "done": np.arange(count) == count - 1,
        "said": said,
    }
