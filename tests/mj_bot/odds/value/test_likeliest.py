"""The targets that are told: near ones of the hand left, won with what they are said to."""

import numpy as np
import pytest

from mj_bot.events import PLAY
from mj_bot.fan import WinContext, win
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.hand_context import HandContext
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.value.likeliest import likeliest, likelihoods
from mj_bot.tiles import TILE_KINDS, counts_of
from tests.recorded import Recorded, asked_of, dealt


def chance_alone(target: TargetHands, context: HandContext) -> float:
    """The chance of one target, copy by copy."""
    options, chance = OddsOptions(), 1.0
    claimable, distance = bool(target.claimable[0]), int(target.distance[0])
    for tile, wanted in enumerate(target.counts[0].tolist()):
        for held in range(context.have[tile], wanted):
            left = (context.unseen[tile] + context.have[tile] - held) / max(context.unseen[tile], 1)
            seats = 3 if distance == 1 or (claimable and held >= 2) else int(claimable)
            given = options.rival_discard_weight * context.location.discarded[tile] * seats
            rate = max(left, 0) * (context.location.drawn[tile] + given)
            chance *= rate / (options.rival_win_rate + rate)
    return chance


def test_every_target_told_is_one_of_the_near_ones(recorded: Recorded) -> None:
    search, told = OddsEvaluator(), 0
    for state in asked_of(recorded, 200):
        for candidate in search.candidates(state, exact=True):
            valued, action = candidate.valued, candidate.action
            if valued is None or action.kind != PLAY:
                continue
            context = valued.context
            likely_targets = likeliest(valued.targets, context, OddsOptions(), 3)
            likely = likelihoods(valued.targets, context, OddsOptions())[:9]
            plain = [chance_alone(valued.targets.chosen([n]), context) for n in range(len(likely))]
            assert likely.tolist() == pytest.approx(plain)
            missing = [likely_target.missing for likely_target in likely_targets]
            assert len(set(missing)) == len(missing)
            rest = np.array(context.have)
            assert sum(rest) == 13
            wholes = {tuple(row) for row in valued.targets.counts.tolist()}
            for likely_target in likely_targets:
                assert 1 <= len(likely_target.missing) <= valued.targets.distance.max()
                assert all(context.unseen[tile] for tile in likely_target.missing)
                kept = rest + counts_of(list(likely_target.missing))
                assert any((np.array(whole) <= kept).all() for whole in wholes)
                told += 1
    assert told > 100


def test_the_fan_is_what_mahjonggb_counts() -> None:
    state = dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1", seat=1)
    search = OddsEvaluator()
    best = max(search.candidates(state, exact=True), key=lambda one: one.value)
    assert str(best.action) == "PLAY F1"
    assert best.valued is not None
    likely_targets = likeliest(best.valued.targets, best.valued.context, OddsOptions(), 2)
    hand = list(state.hand)
    hand[27] -= 1
    for likely_target in likely_targets:
        (tile,) = likely_target.missing
        won = win(hand, [], tile, WinContext(seat_wind=1))
        assert won is not None
        assert likely_target.fan == won.fan >= 16
        assert set(likely_target.fans) == {(fan.name, fan.english) for fan in won.fans}
        assert "Pure Straight" in [english for _, english in likely_target.fans]


def test_nothing_near_is_nothing_to_tell() -> None:
    hand = [0] * TILE_KINDS
    state = dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1", seat=1)
    best = next(iter(OddsEvaluator().candidates(state)))
    assert best.valued is not None
    none = best.valued.targets.chosen(np.zeros(len(best.valued.targets), bool))
    assert likeliest(none, best.valued.context._replace(hand=hand), OddsOptions(), 3) == []
