"""The hand value on the lattice against the same formula written out state by state."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from mj_bot.history import load_json
from mj_bot.odds.hand_context import HandContext, hand_context_of
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest, TargetHands
from mj_bot.odds.value.finishes import finishes_of
from mj_bot.odds.value.hand_value import hand_values
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import TILE_KINDS
from tests.recorded import Recorded

State = tuple[int, ...]

ANY = TILE_KINDS
# TargetHands are cut to this many, or the plain search takes minutes.
MOST_SHAPES = 40


@cache
def nearest() -> Nearest:
    return Nearest(options=OddsOptions(max_targets=MOST_SHAPES))


class Plain:
    """V of every state, by recursion over dictionaries: docs/reference/odds.md, word by word."""

    def __init__(
        self, targets: TargetHands, context: HandContext, rates: OddsOptions, discard: int | None
    ) -> None:
        self.context, self.rates = context, rates
        have = np.array(context.have)
        missing = np.maximum(targets.counts - have, 0)
        groups = [tuple(np.repeat(np.arange(34), row).tolist()) for row in missing]
        self.states = {
            part
            for group in groups
            for size in range(len(group) + 1)
            for part in combinations(group, size)
        }
        ways = finishes_of(targets, missing, context, rates)
        self.finish: dict[tuple[State, int], np.ndarray] = {}
        columns = zip(ways.target.tolist(), ways.tile.tolist(), ways.win_value.T, strict=True)
        for target, tile, worth in columns:
            if discard is not None and targets.counts[target][discard] >= context.have[discard]:
                continue
            for last in set(groups[target]) if tile == ANY else {tile}:
                key = (groups[target], last)
                self.finish[key] = np.maximum(self.finish.get(key, np.zeros_like(worth)), worth)
        self.known: dict[tuple[State, bool], float] = {}

    def value(self, state: State, concealed: bool) -> float:
        key = (state, concealed)
        if key not in self.known:
            floor = 0.0
            for _ in range(2):
                gain, rate = 0.0, self.rates.rival_win_rate
                for odds, worth in self.edges(state, concealed):
                    if worth > floor:
                        gain, rate = gain + odds * worth, rate + odds
                floor = gain / rate
            self.known[key] = floor
        return self.known[key]

    def rates_taken(self, state: State, concealed: bool) -> float:
        """How often something comes that is better than the value of the first round."""
        edges = list(self.edges(state, concealed))
        gain = sum(odds * worth for odds, worth in edges if worth > 0)
        floor = gain / (self.rates.rival_win_rate + sum(odds for odds, worth in edges if worth > 0))
        return sum(odds for odds, worth in edges if worth > floor)

    def edges(self, state: State, concealed: bool) -> Iterator[tuple[float, float]]:
        """Odds a turn and worth, of drawing and of claiming each tile that leads on."""
        for tile in range(34):
            to = tuple(sorted((*state, tile)))
            if to not in self.states:
                continue
            left = max(self.context.unseen[tile] - state.count(tile), 0)
            copies = max(self.context.unseen[tile], 1)
            own = left / copies * self.context.location.drawn[tile]
            each = (
                left
                / copies
                * self.context.location.discarded[tile]
                * self.rates.rival_discard_weight
            )
            worth = self.finish.get((to, tile), np.zeros((2, 2)))[:, int(concealed)]
            yield own, max(worth[1], self.value(to, concealed))
            seats = self.seats_to_claim_from(state, tile)
            opened = self.value(to, False) if seats else 0.0
            if worth[0] >= opened:
                yield 3 * each, worth[0]
            else:
                yield seats * each, opened

    def seats_to_claim_from(self, state: State, tile: int) -> int:
        held = Counter(dict(enumerate(self.context.have))) + Counter(state)
        if held[tile] >= 2:
            return 3
        if tile >= 27:
            return 0
        for first, second in ((-2, -1), (-1, 1), (1, 2)):
            others = (tile + first, tile + second)
            if all(0 <= o < 27 and o // 9 == tile // 9 and held[o] for o in others):
                return 1
        return 0


def own_draws(recorded: Recorded, step: int) -> Iterator[GameState]:
    for decision in recorded("reference_decisions")[::step]:
        state = load_json(decision)
        if state.decision == OWN_DRAW:
            yield state


def looked_at(state: GameState) -> tuple[TargetHands, HandContext]:
    melds = state.own_melds
    winds = (state.seat, state.prevalent_wind)
    targets = nearest()(state.hand, state.unseen, melds, winds)
    where = tile_location(state, threat_of(opponents(state)))
    return targets, hand_context_of(state.hand, melds, state.unseen, winds, where)


@pytest.mark.parametrize(
    "rates",
    [
        OddsOptions(),
        pytest.param(
            OddsOptions(rival_win_rate=0.3, rival_discard_weight=0.7, exact_distance=0),
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_values_are_those_of_the_plain_formula(rates: OddsOptions, recorded: Recorded) -> None:
    seen_open, seen_closed = 0, 0
    for state in own_draws(recorded, 110):
        targets, context = looked_at(state)
        found = hand_values(targets, context, rates, discarding=True)
        assert found.discards == tuple(tile for tile in range(34) if state.hand[tile])
        incomplete = targets.chosen(targets.distance > 0)
        for tile, value in list(zip(found.discards, found.values, strict=True))[::3]:
            plain = Plain(incomplete, context, rates, tile)
            assert value == pytest.approx(plain.value((), context.concealed), rel=1e-4, abs=1e-7)
        seen_open, seen_closed = (
            seen_open + (not context.concealed),
            seen_closed + context.concealed,
        )
    assert seen_open >= 5
    assert seen_closed >= 5


def test_without_a_discard_and_with_a_draw_at_once(recorded: Recorded) -> None:
    rates = OddsOptions()
    for state in own_draws(recorded, 300):
        # As the hand was before its draw.
        state.hand[state.drawn or 0] -= 1
        targets, context = looked_at(state)
        found = hand_values(targets, context, rates, discarding=False)
        plain = Plain(targets, context, rates, None)
        here = plain.value((), context.concealed)
        taken = plain.rates_taken((), context.concealed)
        assert found.rates == [pytest.approx(taken, rel=1e-4)]
        assert found.values == [pytest.approx(here, rel=1e-4)]
        draws = list(plain.edges((), context.concealed))[::2]
        now = here + sum(odds * max(worth - here, 0) for odds, worth in draws)
        assert found.drawing_now == [pytest.approx(now, rel=1e-4)]
        assert found.drawing_now[0] >= found.values[0]


def test_a_hand_without_targets_has_no_value() -> None:
    none = TargetHands(np.zeros((0, 34), np.int16), *(np.zeros(0, np.int16) for _ in range(3)))
    hand = [1] * 14 + [0] * 20
    context = hand_context_of(hand, [], [3] * 34, (0, 0))
    found = hand_values(none, context, OddsOptions(), discarding=True)
    assert found.values == [0.0] * 14
    assert hand_values(none, context, OddsOptions(), discarding=False).values == [0.0]


def test_the_order_of_targets_does_not_matter(recorded: Recorded) -> None:
    for state in own_draws(recorded, 400):
        targets, context = looked_at(state)
        turned = targets.chosen(np.arange(len(targets))[::-1])
        found = [
            hand_values(some, context, OddsOptions(), discarding=True).values
            for some in (targets, turned)
        ]
        assert found[0] == pytest.approx(found[1], rel=1e-5)
