"""What each legal action is worth by the odds: the candidates of the tactic `odds`.

Of every action the hand that it leaves is valued (see `race`); a claim must be worth clearly more
than passing.
"""

from math import exp, log
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PASS, PASSING, PENG, PLAY, Action
from mj_bot.melds import Meld
from mj_bot.search.after import hand_after
from mj_bot.search.danger import dangers
from mj_bot.search.finish import Racer, Rates, racer_of
from mj_bot.search.nearest import MOST_CHICKENS, Nearest, Shapes
from mj_bot.search.race import race
from mj_bot.state import CLAIM, GameState

# What winning is worth over losing to another's win, and what dealing in costs over that: the
# fan of a win; both means of self-play.
WIN_POINTS = 53.0
DEAL_IN_POINTS = 13.0
# What another's win costs.
LOSS = 8

# A win is above all else.
ALWAYS = 10000.0
# Values closer than this are equal.
EQUAL_WITHIN = 1e-6


class Settings(NamedTuple):
    """How the odds are searched.

    rates: of the race. margin: a claim counts so much of what it is worth. defence: the danger of
    a discard counts so many times. slack: shapes so much farther than the nearest are looked at,
    but no more than `most_shapes`; of Chicken Hands no more than `chickens`.
    """

    rates: Rates = Rates()
    margin: float = 0.6
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

    value: by which it is chosen, in points over losing to another's win, with the settings' margin
    and defence. worth: of the hand that it leaves, on the race's scale. chance: that the game is
    won. danger: that its discard deals in. looked: what was looked at, None for a win.
    """

    action: Action
    value: float
    worth: float
    chance: float
    danger: float
    looked: Optional[Looked]


class Odds:
    """Values actions; one serves a whole game."""

    def __init__(self, settings: Optional[Settings] = None) -> None:
        self.settings = Settings() if settings is None else settings
        self._nearest = Nearest(chickens=self.settings.chickens)
        self._seen: Optional[Tuple[object, Looked]] = None

    def candidates(self, state: GameState) -> Iterator[Candidate]:
        """Every legal action with its value, a win first.

        They come in batches, so that who runs out of time has seen some.
        """
        batches: Dict[Tuple[str, Optional[int]], List[Action]] = {}
        for action in action_space(state):
            if action.kind == HU:
                yield Candidate(action, ALWAYS + action.fan, ALWAYS, 1.0, 0.0, None)
            elif action.kind in (PLAY, CHI, PENG):
                batches.setdefault((action.kind, action.chow), []).append(action)
            else:
                yield self._without_discard(state, action)
        for same in batches.values():
            for candidate in self._after_discards(state, same):
                yield candidate

    def quick(self, state: GameState) -> Action:
        """An answer to fall back on: PASS, or the discard that most near shapes do without."""
        actions = action_space(state)
        if PASSING in actions:
            return PASSING
        looked = self._look(state, state.hand, state.own_melds)
        unused = (looked.shapes.counts < np.array(looked.racer.have)).sum(axis=0)
        plays = [action for action in actions if action.kind == PLAY]
        return max(plays, key=lambda action: int(unused[action.tile]))

    def _after_discards(self, state: GameState, actions: Sequence[Action]) -> Iterator[Candidate]:
        """Actions that differ in what is discarded."""
        looked = self._look(state, *hand_after(state, actions[0], discarding=False))
        worth = race(looked.shapes, looked.racer, self.settings.rates, discarding=True)
        values = dict(zip(worth.discards, worth.values))
        danger = dangers(state)
        for action in actions:
            assert action.tile is not None
            yield self._candidate(state, action, values[action.tile], danger[action.tile], looked)

    def _without_discard(self, state: GameState, action: Action) -> Candidate:
        """A kong, after which one draws at once, or passing."""
        looked = self._look(state, *hand_after(state, action))
        worth = race(looked.shapes, looked.racer, self.settings.rates, discarding=False)
        value = worth.values[0] if action.kind == PASS else worth.now[0]
        return self._candidate(state, action, value, 0.0, looked)

    def _candidate(
        self, state: GameState, action: Action, worth: float, danger: float, looked: Looked
    ) -> Candidate:
        margin = self.settings.margin if state.decision == CLAIM and action.kind != PASS else 1.0
        turn = len(state.discards[state.seat])
        value = points(win_chance(margin * worth, turn), self.settings.defence * danger)
        return Candidate(action, value, worth, win_chance(worth, turn), danger, looked)

    def _look(self, state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> Looked:
        key = (tuple(hand), tuple(melds), tuple(state.unseen))
        if self._seen is None or self._seen[0] != key:
            winds = (state.seat, state.prevalent_wind)
            slack, most_shapes = self.settings.slack, self.settings.most_shapes
            shapes = self._nearest(hand, state.unseen, melds, winds, slack, most_shapes)
            self._seen = (key, Looked(racer_of(hand, melds, state.unseen, winds), shapes))
        return self._seen[1]


def points(chance: float, danger: float) -> float:
    """What one may expect over losing to another's win, with these odds to win and to deal in."""
    return (1 - danger) * WIN_POINTS * chance - danger * DEAL_IN_POINTS


def win_chance(worth: float, turn: int) -> float:
    """The odds of winning the game with a hand of this worth, by the own discards so far.

    Fitted to self-play (docs/odds.md): the race's worth is on a scale of its own.
    """
    size = log(max(worth, 1e-4))
    turn = min(turn, 20)
    logit = 0.69 + 0.333 * size - 0.18 * turn + 0.024 * size * turn
    return 1 / (1 + exp(-logit))
