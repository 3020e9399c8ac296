"""What each legal action is worth by the odds: the candidates of the tactic `odds`.

Of every action the hand that it leaves is valued (see `race`); with how near the others are that
gives the odds of winning, and with the danger of the discard what one may expect.
"""

from math import exp, log
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PASS, PASSING, PENG, PLAY, SEATS, Action
from mj_bot.melds import Meld
from mj_bot.odds.opponents.deal_in import dangers, opponents, threat
from mj_bot.odds.opponents.discard_ages import tens_of
from mj_bot.odds.opponents.tile_location import Whereabouts, whereabouts
from mj_bot.odds.targets.nearest import (
    MOST_CHICKENS,
    Nearest,
    Shapes,
    tiles_held,
)
from mj_bot.odds.value.finishes import Racer, Rates, racer_of
from mj_bot.odds.value.hand_value import race
from mj_bot.state import CLAIM, GameState
from mj_bot.successor import hand_after

# What winning is worth over losing to another's win, and what dealing in costs over that: the
# fan of a win; both means of self-play.
WIN_POINTS = 53.0
DEAL_IN_POINTS = 13.0
# What another's win costs.
LOSS = 8

# Below it `win_logit` was not fitted.
LEAST_WORTH = 1e-5

# A win is above all else.
ALWAYS = 10000.0
# Values closer than this are equal.
EQUAL_WITHIN = 1e-6


class Settings(NamedTuple):
    """How the odds are searched.

    rates: of the race. patience: what passing on a tile adds to the log-odds of winning; next_draw:
    what it adds besides if the own draw is next. kong: what a kong of the tile takes from them.
    defence: the danger of a discard counts so many times. slack: shapes so much farther than the
    nearest are looked at, but no more than `most_shapes`; of Chicken Hands no more than `chickens`.
    """

    rates: Rates = Rates()
    patience: float = 0.07
    next_draw: float = 0.13
    kong: float = 0.3
    defence: float = 0.5
    slack: int = 1
    most_shapes: int = 1000
    chickens: int = MOST_CHICKENS


class Looked(NamedTuple):
    """A hand that was valued and the shapes near it."""

    racer: Racer
    shapes: Shapes


class Candidate(NamedTuple):
    """One legal action.

    value: by which it is chosen, in points over losing to another's win, with the settings'
    patience and defence. worth: of the hand that it leaves, on the race's scale. chance: that the
    game is won. danger: that its discard deals in. looked: what was looked at, None for a win.
    """

    action: Action
    value: float
    worth: float
    chance: float
    danger: float
    looked: Optional[Looked]


class _View(NamedTuple):
    """What the others do to the odds of a decision.

    turn: own discards so far. threat: how near the others are. dangers: of each discard. where:
    the unseen tiles are.
    """

    turn: int
    threat: float
    dangers: List[float]
    where: Whereabouts


def _view_of(state: GameState) -> _View:
    """What this seat sees of the others."""
    others = opponents(state)
    near = threat(others)
    danger = dangers(others, state.unseen)
    return _View(len(state.discards[state.seat]), near, danger, whereabouts(state, near))


class Odds:
    """Values actions; one serves a whole game."""

    def __init__(self, settings: Optional[Settings] = None) -> None:
        self.settings = Settings() if settings is None else settings
        self._nearest = Nearest(chickens=self.settings.chickens)
        self._seen: Optional[Tuple[object, Shapes]] = None

    def candidates(self, state: GameState) -> Iterator[Candidate]:
        """Every legal action with its value, a win first.

        They come in batches, so that who runs out of time has seen some.
        """
        view = _view_of(state)
        batches: Dict[Tuple[str, Optional[int]], List[Action]] = {}
        for action in action_space(state):
            if action.kind == HU:
                yield Candidate(action, ALWAYS + action.fan, ALWAYS, 1.0, 0.0, None)
            elif action.kind in (PLAY, CHI, PENG):
                batches.setdefault((action.kind, action.chow), []).append(action)
            else:
                yield self._without_discard(state, action, view)
        for same in batches.values():
            for candidate in self._after_discards(state, same, view):
                yield candidate

    def quick(self, state: GameState) -> Action:
        """An answer to fall back on: PASS, or the discard that most near shapes do without."""
        actions = action_space(state)
        if PASSING in actions:
            return PASSING
        shapes = self._shapes(state, state.hand, state.own_melds)
        have = tiles_held(state.hand, state.own_melds)
        unused = (shapes.counts < np.array(have)).sum(axis=0)
        plays = [action for action in actions if action.kind == PLAY]
        return max(plays, key=lambda action: int(unused[action.tile]))

    def _after_discards(
        self, state: GameState, actions: Sequence[Action], view: _View
    ) -> Iterator[Candidate]:
        """Actions that differ in what is discarded."""
        looked = self._look(state, view, *hand_after(state, actions[0], discarding=False))
        worth = race(looked.shapes, looked.racer, self.settings.rates, discarding=True)
        place = {tile: place for place, tile in enumerate(worth.discards)}
        for action in actions:
            assert action.tile is not None
            here, danger = place[action.tile], view.dangers[action.tile]
            logit = win_logit(worth.values[here], worth.rates[here], view.turn, view.threat)
            chance = chance_of(logit)
            value = points(chance, self.settings.defence * danger)
            yield Candidate(action, value, worth.values[here], chance, danger, looked)

    def _without_discard(self, state: GameState, action: Action, view: _View) -> Candidate:
        """A kong, after which one draws at once, or passing."""
        looked = self._look(state, view, *hand_after(state, action))
        found = race(looked.shapes, looked.racer, self.settings.rates, discarding=False)
        worth = found.values[0] if action.kind == PASS else found.now[0]
        logit = win_logit(worth, found.rates[0], view.turn, view.threat)
        decides = logit + self._tempo(state, action)
        return Candidate(action, points(chance_of(decides), 0), worth, chance_of(logit), 0, looked)

    def _tempo(self, state: GameState, action: Action) -> float:
        """What the race, which does not know whose turn it is, leaves out of the log-odds."""
        settings = self.settings
        if action.kind != PASS:
            return -settings.kong if state.decision == CLAIM else 0.0
        own_draw_next = (state.turn + 1) % SEATS == state.seat
        return settings.patience + (settings.next_draw if own_draw_next else 0.0)

    def _look(
        self, state: GameState, view: _View, hand: Sequence[int], melds: Sequence[Meld]
    ) -> Looked:
        winds = (state.seat, state.prevalent_wind)
        racer = racer_of(hand, melds, state.unseen, winds, view.where)
        return Looked(racer, self._shapes(state, hand, melds))

    def _shapes(self, state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> Shapes:
        key = (tuple(hand), tuple(melds), tuple(state.unseen))
        if self._seen is None or self._seen[0] != key:
            winds = (state.seat, state.prevalent_wind)
            slack, most_shapes = self.settings.slack, self.settings.most_shapes
            shapes = self._nearest(hand, state.unseen, melds, winds, slack, most_shapes)
            self._seen = (key, shapes)
        return self._seen[1]


def points(chance: float, danger: float) -> float:
    """What one may expect over losing to another's win, with these odds to win and to deal in."""
    return (1 - danger) * WIN_POINTS * chance - danger * DEAL_IN_POINTS


def win_logit(worth: float, rate: float, turn: int, others: float) -> float:
    """The log-odds of winning the game with a hand of this worth, by the own discards so far.

    rate: how often a turn something comes that is better. others: how near they are (see `threat`).
    Fitted to self-play (docs/odds.md): the race's worth is on a scale of its own.
    """
    size, tens = log(max(worth, LEAST_WORTH)), tens_of(turn)
    by_turn = (1.44 + 0.355 * size) * tens - 0.99 * tens * tens
    return -3.55 + 0.415 * size + by_turn + 0.398 * rate - 0.449 * others


def chance_of(logit: float) -> float:
    """The odds, of log-odds."""
    return 1 / (1 + exp(-logit))
