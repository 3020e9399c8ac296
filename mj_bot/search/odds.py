"""What each legal action is worth by the odds: the candidates of the tactic `odds`.

Of every action the hand that it leaves is valued (see `race`); a claim must be worth clearly more
than passing.
"""

from math import exp, log
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action
from mj_bot.melds import Meld
from mj_bot.search.after import hand_after
from mj_bot.search.danger import dangers
from mj_bot.search.finish import Racer, Rates, racer_of
from mj_bot.search.nearest import Nearest, Shapes
from mj_bot.search.race import race
from mj_bot.state import GameState

# What winning is worth over losing, and what dealing in costs over it: the fan of a win, both
# means of self-play.
WIN_POINTS = 46.0
DEAL_IN_POINTS = 13.0

# A win is above all else.
ALWAYS = 10000.0
# Values closer than this are equal.
EQUAL_WITHIN = 1e-6


class Settings(NamedTuple):
    """How the odds are searched.

    rates: of the race. margin: a claim counts so much of what it is worth. defence: the
    danger of a discard counts so many times. slack: shapes so much
    farther than the nearest are looked at, but no more than `most_shapes`.
    """

    rates: Rates = Rates()
    margin: float = 0.75
    defence: float = 1.0
    slack: int = 1
    most_shapes: int = 1500


class Candidate(NamedTuple):
    """One legal action.

    value: by which it is chosen. worth: of the hand that it leaves, in points over losing to
    another's win. chance: that the race is won, None if it was not asked for. of: what was
    looked at, None for a win.
    """

    action: Action
    value: float
    worth: float
    chance: Optional[float]
    of: "Optional[Looked]"


class Looked(NamedTuple):
    """A hand that was valued and the shapes near it."""

    racer: Racer
    shapes: Shapes


class Odds:
    """Values actions; one serves a whole game."""

    def __init__(self, settings: Settings = Settings()) -> None:
        self.settings = settings
        self._nearest = Nearest()

    def candidates(self, state: GameState, chances: bool = False) -> Iterator[Candidate]:
        """Every legal action with its value, as `action_space` has them.

        They come in batches, so that who runs out of time has seen some. chances: whether the
        odds of winning are told too.
        """
        actions = action_space(state)
        plays = [action for action in actions if action.kind == PLAY]
        if plays:
            for candidate in self._after_discards(state, plays, 1.0, chances):
                yield candidate
        claims: Dict[Tuple[str, Optional[int]], List[Action]] = {}
        for action in actions:
            if action.kind == HU:
                yield Candidate(action, ALWAYS + action.fan, ALWAYS, 1.0, None)
            elif action.kind in (CHI, PENG):
                claims.setdefault((action.kind, action.chow), []).append(action)
            elif action.kind != PLAY:
                yield self._without_discard(state, action, chances)
        for same in claims.values():
            for candidate in self._after_discards(state, same, self.settings.margin, chances):
                yield candidate

    def _after_discards(
        self, state: GameState, actions: Sequence[Action], margin: float, chances: bool
    ) -> Iterator[Candidate]:
        """Actions that differ in what is discarded."""
        looked = self._look(state, *hand_after(state, actions[0], discarding=False))
        worth = race(looked.shapes, looked.racer, self.settings.rates, True, chances)
        turn = len(state.discards[state.seat])
        danger = [self.settings.defence * odds for odds in dangers(state)]
        place = {tile: number for number, tile in enumerate(worth.discards)}
        for action in actions:
            number = place[action.tile]
            value = worth.values[number]
            chance = None if worth.chances is None else worth.chances[number]
            points = expected(margin * value, turn, danger[action.tile or 0])
            yield Candidate(action, points, value, chance, looked)

    def _without_discard(self, state: GameState, action: Action, chances: bool) -> Candidate:
        """A kong, after which one draws at once, or passing."""
        looked = self._look(state, *hand_after(state, action))
        worth = race(looked.shapes, looked.racer, self.settings.rates, False, chances)
        chance = None if worth.chances is None else worth.chances[0]
        turn = len(state.discards[state.seat])
        if action.kind == PASS:
            points = expected(worth.values[0], turn)
            return Candidate(action, points, worth.values[0], chance, looked)
        assert action.kind in (GANG, BUGANG)
        value = worth.now[0]
        margin = self.settings.margin if action.tile is None else 1.0
        return Candidate(action, expected(margin * value, turn), value, chance, looked)

    def _look(self, state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> Looked:
        winds = (state.seat, state.prevalent_wind)
        slack, most_shapes = self.settings.slack, self.settings.most_shapes
        shapes = self._nearest(hand, state.unseen, melds, winds, slack, most_shapes)
        return Looked(racer_of(hand, melds, state.unseen, winds), shapes)


def win_chance(worth: float, turn: int) -> float:
    """The odds of winning the game with a hand of this worth, by the own discards so far.

    Fitted to self-play (docs/odds.md): the race's worth is on a scale of its own.
    """
    size = log(max(worth, 1e-4))
    turn = min(turn, 20)
    logit = 0.446 + 0.524 * size + 0.016 * size * size - 0.203 * turn - 0.002 * turn * turn / 10
    logit += 0.036 * size * turn
    return 1 / (1 + exp(-logit))


def expected(worth: float, turn: int, danger: float = 0.0) -> float:
    """Points over losing to another's win, after a discard that deals in with odds `danger`.

    Points are of the mean of winning, 46; the worth's own scale is not that of points.
    """
    return (1 - danger) * WIN_POINTS * win_chance(worth, turn) - danger * DEAL_IN_POINTS
