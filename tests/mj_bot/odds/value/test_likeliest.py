"""The shapes that are told: they do without the discard, and win with what they are said to."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mj_bot.events import PLAY
from mj_bot.fan import Luck, win
from mj_bot.history import load_json
from mj_bot.odds.evaluator import Odds
from mj_bot.odds.value.finishes import Rates
from mj_bot.odds.value.likeliest import likeliest
from mj_bot.tiles import TILE_KINDS, counts_of

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


def test_every_shape_told_is_one_of_the_near_ones(recorded: Recorded) -> None:
    search, told = Odds(), 0
    for decision in recorded("reference_decisions")[::200]:
        state = load_json(decision)
        for candidate in search.candidates(state):
            looked, action = candidate.looked, candidate.action
            if looked is None or action.kind != PLAY:
                continue
            racer = looked.racer
            aims = likeliest(looked.shapes, racer, Rates(), action.tile, 3)
            missing = [aim.missing for aim in aims]
            assert len(set(missing)) == len(missing)
            rest = np.array(racer.have)
            rest[action.tile] -= 1
            wholes = {tuple(row) for row in looked.shapes.counts.tolist()}
            for aim in aims:
                assert 1 <= len(aim.missing) <= looked.shapes.distance.max()
                assert all(racer.unseen[tile] for tile in aim.missing)
                kept = rest + counts_of(list(aim.missing))
                assert any((np.array(whole) <= kept).all() for whole in wholes)
                told += 1
    assert told > 100


def test_the_fan_is_what_mahjonggb_counts() -> None:
    state = load_json(
        {
            "requests": ["0 1 2", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1"],
            "responses": ["PASS", "PASS"],
        }
    )
    search = Odds()
    best = max(search.candidates(state), key=lambda one: one.value)
    assert str(best.action) == "PLAY F1"
    assert best.looked is not None
    aims = likeliest(best.looked.shapes, best.looked.racer, Rates(), best.action.tile, 2)
    hand = list(state.hand)
    hand[27] -= 1
    for aim in aims:
        (tile,) = aim.missing
        won = win(hand, [], tile, Luck(seat_wind=1, prevalent_wind=2))
        assert won is not None
        assert aim.fan == won.fan >= 16
        assert set(aim.fans) == {(fan.name, fan.english) for fan in won.fans}
        assert "Pure Straight" in [english for _, english in aim.fans]


def test_nothing_near_is_nothing_to_tell() -> None:
    hand = [0] * TILE_KINDS
    state = load_json(
        {
            "requests": ["0 1 2", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1"],
            "responses": ["PASS", "PASS"],
        }
    )
    best = next(iter(Odds().candidates(state)))
    assert best.looked is not None
    none = best.looked.shapes.chosen(np.zeros(len(best.looked.shapes), bool))
    assert likeliest(none, best.looked.racer._replace(hand=hand), Rates(), None, 3) == []
