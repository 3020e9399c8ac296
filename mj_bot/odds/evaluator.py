"""The value of each legal action in points: the candidates of the tactic `odds`.

The hand that an action leaves is valued. Its hand value and the threat of the other seats give the
win chance; the win chance and the deal-in chance of the discard give the expected points.
"""

from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PASS, PASSING, PENG, PLAY, SEATS, Action
from mj_bot.melds import Meld
from mj_bot.odds.forecast.features import HandLeft, TableSeen, table_seen
from mj_bot.odds.forecast.forecast import Forecast, forecast_of
from mj_bot.odds.hand_context import HandContext, TileLocation, hand_context_of, tiles_held
from mj_bot.odds.last_draws import is_ready, part_if_not_ready
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest, TargetHands
from mj_bot.odds.value.hand_value import hand_values
from mj_bot.odds.win_chance import chance_of, expected_points, win_logit
from mj_bot.state import CLAIM, GameState
from mj_bot.successor import ends_drawn, hand_after, walls_after

# A win is valued above every other action.
WIN_VALUE = 10000.0
# Values within this of each other count as equal.
VALUE_TOLERANCE = 1e-6
_DISCARDING = (PLAY, CHI, PENG)


class ValuedHand(NamedTuple):
    """A valued hand and the target hands near it."""

    context: HandContext
    targets: TargetHands


class Candidate(NamedTuple):
    """One legal action."""

    action: Action
    # What actions are compared by: points of the game, with the options' bonuses and defence.
    value: float
    hand_value: float  # Of the hand left; comparable only to other hand values.
    rate: float  # How often a turn a tile improves that hand.
    win_chance: float  # Of this game, 0 to 1, by the curve that the value uses.
    deal_in: float  # The chance that another seat wins with the discard, 0 to 1.
    # The valued hand, before the discard or (`exact`) after it; None if the action ends the game.
    valued: Optional[ValuedHand]
    # The forecast of an `exact` candidate that does not end the game.
    forecast: Optional[Forecast] = None


class _Others(NamedTuple):
    """The other seats as one decision sees them."""

    turn: int  # Own discards so far.
    threat: float  # How near the others are to winning (see `threat_of`).
    deal_in: List[float]  # The deal-in chance of each of the 34 discards.
    location: TileLocation  # Where the unseen tiles are.
    table: TableSeen  # The table as the forecast sees it.


def _others_of(state: GameState) -> _Others:
    rivals = opponents(state)
    threat = threat_of(rivals)
    deal_in = deal_in_chances(rivals, state.unseen)
    turn = len(state.discards[state.seat])
    table = table_seen(state, threat, deal_in)
    return _Others(turn, threat, deal_in, tile_location(state, threat), table)


def _part_of(
    state: GameState, action: Action, valued: ValuedHand, discard: Optional[int] = None
) -> float:
    """The share of the predicted win chance that the last few own draws leave.

    discard: the tile the action discards, if the valued hand still has it.
    """
    part = part_if_not_ready(walls_after(state, action)[state.seat])
    if part == 1 or is_ready(valued.targets, valued.context.have, discard):
        return 1.0
    return part


class OddsEvaluator:
    """Values actions; one serves a whole game."""

    def __init__(self, options: Optional[OddsOptions] = None) -> None:
        self.options = OddsOptions() if options is None else options
        self._nearest = Nearest(options=self.options)
        self._last: Optional[Tuple[object, TargetHands]] = None

    def candidates(self, state: GameState, exact: bool = False) -> Iterator[Candidate]:
        """Every legal action with its value, a win first.

        A generator, so that a caller who runs out of time has some of them. Targets are looked up
        once for all discards of a hand, so a discard that leads away from them is valued too low.
        `exact` looks them up after every discard, which takes several times as long, and adds the
        forecast.
        """
        others = _others_of(state)
        batches: Dict[Tuple[str, Optional[int]], List[Action]] = {}
        for action in action_space(state):
            if action.kind == HU:
                yield Candidate(action, WIN_VALUE + action.fan, WIN_VALUE, 0.0, 1.0, 0.0, None)
            elif ends_drawn(state, action):
                yield Candidate(action, 0.0, 0.0, 0.0, 0.0, 0.0, None)
            elif action.kind in _DISCARDING:
                batches.setdefault((action.kind, action.chow), []).append(action)
            else:
                candidate = self._without_discard(state, action, others)
                yield self._with_forecast(state, candidate, others) if exact else candidate
        for same in batches.values():
            if exact:
                for action in same:
                    yield self._exact(state, action, others)
            else:
                for candidate in self._after_discards(state, same, others):
                    yield candidate

    def foresee(self, state: GameState, action: Action) -> Candidate:
        """The `exact` candidate of one action that does not end the game."""
        others = _others_of(state)
        if action.kind in _DISCARDING:
            return self._exact(state, action, others)
        return self._with_forecast(state, self._without_discard(state, action, others), others)

    def quick(self, state: GameState) -> Action:
        """An answer to fall back on: PASS, or the discard that the fewest near targets need."""
        actions = action_space(state)
        if PASSING in actions:
            return PASSING
        targets = self._targets(state, state.hand, state.own_melds)
        have = tiles_held(state.hand, state.own_melds)
        unused = (targets.counts < np.array(have)).sum(axis=0)
        plays = [action for action in actions if action.kind == PLAY]
        return max(plays, key=lambda action: int(unused[action.tile]))

    def _after_discards(
        self, state: GameState, actions: Sequence[Action], others: _Others
    ) -> Iterator[Candidate]:
        """The candidates of actions that differ only in their discard."""
        valued = self._hand(state, others, *hand_after(state, actions[0], discarding=False))
        results = hand_values(valued.targets, valued.context, self.options, discarding=True)
        row_index = {tile: row_index for row_index, tile in enumerate(results.discards)}
        for action in actions:
            here = row_index[action.tile]
            hand_value, rate = results.values[here], results.rates[here]
            part = _part_of(state, action, valued, action.tile)
            yield self._discard(state, action, valued, hand_value, rate, others, part)

    def _exact(self, state: GameState, action: Action, others: _Others) -> Candidate:
        """The candidate of an action with a discard, by a search for the hand it leaves."""
        valued = self._hand(state, others, *hand_after(state, action))
        results = hand_values(valued.targets, valued.context, self.options, discarding=False)
        value, rate, part = results.values[0], results.rates[0], _part_of(state, action, valued)
        candidate = self._discard(state, action, valued, value, rate, others, part)
        return self._with_forecast(state, candidate, others)

    def _with_forecast(self, state: GameState, candidate: Candidate, others: _Others) -> Candidate:
        assert candidate.valued is not None
        context, targets = candidate.valued
        left = HandLeft(context, targets, candidate.hand_value, candidate.rate)
        forecast = forecast_of(state, candidate.action, left, others.table, self.options)
        return candidate._replace(forecast=forecast)

    def _discard(
        self,
        state: GameState,
        action: Action,
        valued: ValuedHand,
        hand_value: float,
        rate: float,
        others: _Others,
        part: float,
    ) -> Candidate:
        assert action.tile is not None
        deal_in = others.deal_in[action.tile]
        logit = win_logit(hand_value, rate, others.turn, others.threat)
        chance = part * chance_of(logit + self._tempo(state, action))
        value = expected_points(chance, self.options.defence * deal_in)
        return Candidate(action, value, hand_value, rate, part * chance_of(logit), deal_in, valued)

    def _without_discard(self, state: GameState, action: Action, others: _Others) -> Candidate:
        """The candidate of passing, or of a kong, after which the seat draws at once."""
        valued = self._hand(state, others, *hand_after(state, action))
        results = hand_values(valued.targets, valued.context, self.options, discarding=False)
        hand_value = results.values[0] if action.kind == PASS else results.drawing_now[0]
        rate, part = results.rates[0], _part_of(state, action, valued)
        logit = win_logit(hand_value, rate, others.turn, others.threat)
        value = expected_points(part * chance_of(logit + self._tempo(state, action)), 0)
        return Candidate(action, value, hand_value, rate, part * chance_of(logit), 0, valued)

    def _tempo(self, state: GameState, action: Action) -> float:
        """What a claim and the order of turns add to the log-odds; the hand value leaves it out."""
        options = self.options
        if action.kind == GANG:
            return -options.kong_cost if state.decision == CLAIM else 0.0
        if action.kind != PASS:
            return 0.0
        own_draw_next = (state.turn + 1) % SEATS == state.seat
        bonus: float = options.pass_bonus + (options.next_draw_bonus if own_draw_next else 0.0)
        return bonus

    def _hand(
        self, state: GameState, others: _Others, hand: Sequence[int], melds: Sequence[Meld]
    ) -> ValuedHand:
        winds = (state.seat, state.prevalent_wind)
        context = hand_context_of(hand, melds, state.unseen, winds, others.location)
        return ValuedHand(context, self._targets(state, hand, melds))

    def _targets(self, state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> TargetHands:
        key = (tuple(hand), tuple(melds), tuple(state.unseen))
        if self._last is None or self._last[0] != key:
            winds = (state.seat, state.prevalent_wind)
            targets = self._nearest(hand, state.unseen, melds, winds)
            self._last = (key, targets)
        return self._last[1]
