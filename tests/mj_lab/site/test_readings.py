"""All readings of complete hands in node, held against mj_lab's and MahjongGB's."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from mj_bot.events import CHI, GANG, PENG
from mj_bot.fan import WinContext, fans_of_module, win, win_context_of
from mj_bot.melds import Meld
from mj_bot.tiles import CODES, KNITTED_STRAIGHTS, codes_of
from mj_engine.fans import readings
from mj_lab.game.result import fan_name
from tests.mj_engine.fan import hands
from tests.mj_engine.python_side import Recorded
from tests.mj_lab.site.comparing import complete_hand, decisions_of
from tests.mj_lab.site.in_node import InNode

pytestmark = pytest.mark.thorough

_MELDS = (CHI, PENG, GANG)


class _Hand(NamedTuple):
    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int
    context: WinContext


def _told(node: InNode, hand: _Hand, by_mahjonggb: bool = False) -> Any:
    melds = [f"{meld.kind} {CODES[meld.tile or 0]} {meld.offer}" for meld in hand.melds]
    asked = complete_hand(hand.counts, melds, hand.tile, hand.context)
    return node.ask("readings", byMahjonggb=by_mahjonggb, **asked)


def _rows(fans: Any) -> list[list[Any]]:
    return sorted([fan_name(fan.name), fan.english, fan.value, fan.times] for fan in fans)


def _hold(node: InNode, hand: _Hand) -> Counter[str]:
    """Node's readings are mj_lab's, by either count; what they were."""
    judged, by_module = win(*hand), fans_of_module(*hand)
    told, other = _told(node, hand), _told(node, hand, True)
    if judged is None or by_module is None:
        assert told is other is None
        return Counter(["none"])
    wanted = readings(hand.counts, hand.tile, hand.melds, hand.context)
    assert [
        (one["form"], [(part["kind"], part["tiles"]) for part in one["parts"]])
        for one in told["divisions"]
    ] == [
        (one.form, [(kind, codes_of(tiles).split()) for kind, tiles in one.parts]) for one in wanted
    ]
    for mine, one in zip(told["divisions"], wanted, strict=True):
        assert mine["fan"] == one.win.fan and sorted(mine["fans"]) == _rows(one.win.fans), hand
        assert mine["best"] == (one.win.fan == judged.fan)
    assert sorted(told["fans"]) == _rows(judged.fans) or len(wanted) > 1
    assert sorted(other["fans"]) == _rows(by_module) or len(wanted) > 1
    two = told["fan"] != other["fan"]
    assert two == (len(by_module) > len(judged.fans)), hand
    if two:
        assert told["other"] == {key: other[key] for key in told["other"]}
        assert other["divisions"][0]["fan"] == other["fan"] == told["fan"] + 1
    else:
        assert told["other"] is other["other"] is None
    return Counter(["one" if len(wanted) == 1 else "several", *["two counts"] * two])


def _at_random(rng: random.Random) -> _Hand:
    asked = hands.question(rng)
    melds = tuple(Meld(_MELDS[kind], tile, offer) for kind, tile, offer in asked.melds)
    return _Hand(tuple(asked.counts), melds, asked.tile, WinContext(*asked.win_context))


def _of_one_suit(rng: random.Random) -> _Hand:
    """Four sets and a pair of few kinds, which can be read in many ways."""
    while True:
        counts, first = [0] * 34, rng.choice([0, 9, 18])
        for _ in range(4):
            low = first + rng.randrange(5)
            run = rng.random() < 0.7
            for part in range(3):
                counts[low + part * run] += 1
        counts[first + rng.randrange(7)] += 2
        if max(counts) <= 4:
            tile = rng.choice([tile for tile in range(34) if counts[tile]])
            counts[tile] -= 1
            return _Hand(tuple(counts), (), tile, WinContext(self_drawn=rng.random() < 0.5))


def _knitted(rng: random.Random) -> _Hand:
    """A Knitted Straight, a set and a pair; the tile that won among the nine."""
    while True:
        nine, counts = rng.choice(KNITTED_STRAIGHTS), [0] * 34
        low = rng.choice([low for low in range(25) if low % 9 < 7])
        for tile in (*nine, low, low + 1, low + 2):
            counts[tile] += 1
        counts[rng.randrange(34)] += 2
        if max(counts) <= 4:
            tile = rng.choice(nine)
            counts[tile] -= 1
            return _Hand(tuple(counts), (), tile, WinContext(self_drawn=rng.random() < 0.5))


def _hands(rng: random.Random, count: int) -> Iterator[_Hand]:
    for _ in range(count):
        yield _at_random(rng)
        yield _of_one_suit(rng)
        yield _knitted(rng)


def test_readings_of_hands_at_random_are_mj_labs(node: InNode) -> None:
    kinds: Counter[str] = Counter()
    for hand in _hands(random.Random(36), 300):
        kinds += _hold(node, hand)
    assert all(kinds[kind] > 10 for kind in ("none", "one", "several", "two counts"))


def test_readings_of_the_wins_of_recorded_games_are_mj_labs(
    node: InNode, recorded: Recorded
) -> None:
    kinds: Counter[str] = Counter()
    for name in ("judged_games", "rare_games"):
        for match in recorded(name)[::2]:
            for _, state in decisions_of(match):
                kinds += _of_state(node, state)
    assert kinds["one"] > 20 and kinds["several"] > 3


def _of_state(node: InNode, state: Any) -> Counter[str]:
    tile = state.drawn if state.drawn is not None else state.offered
    hand = list(state.hand)
    if tile is None:
        return Counter()
    if state.drawn is not None:
        hand[tile] -= 1
    complete = _Hand(tuple(hand), tuple(state.own_melds), tile, win_context_of(state))
    if win(*complete) is None:
        return Counter()
    return _hold(node, complete)
