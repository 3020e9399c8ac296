"""Every way to read a hand, held against a slow search, and its fans against MahjongGB."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.events import CHI, GANG, PENG
from mj_bot.fan import (
    FLOWER_TILES,
    MIN_FAN,
    WAIT_FANS,
    Win,
    WinContext,
    fans_of_module,
    win,
    win_context_of,
)
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS, counts_of, tile_of, tiles_of
from mj_bot.winning_shape import is_winning_shape
from mj_engine.fans import fan_study
from mj_lab.core.game.result import fan_name
from mj_lab.explain.analysis.complete_hand.fan_study import flags_of
from tests.mj_engine.fan import hands
from tests.recorded import Recorded, decisions

Asked = tuple[Sequence[int], Sequence[Meld], int, WinContext]
Row = dict[str, Any]

# What changes if chows of a concealed hand lie open.
_OF_THE_WHOLE = {*WAIT_FANS, "Concealed Hand", "Fully Concealed Hand", "Self-Drawn", "Melded Hand"}
_OF_THE_WHOLE |= {"Last Tile", "Chicken Hand"}
_SETS = [(tile,) * 3 for tile in range(TILE_KINDS)]
_SETS += [(middle - 1, middle, middle + 1) for middle in CHOW_MIDDLES]
_MELD_KINDS = (CHI, PENG, GANG)


def study(asked: Asked, by_mahjonggb: bool = False) -> Row:
    hand, melds, tile, context = asked
    whole = list(hand)
    whole[tile] += 1
    winds = (context.seat_wind, context.prevalent_wind)
    return fan_study(
        whole, tile, melds, None, flags_of(context), winds, context.flowers, by_mahjonggb
    )


def parts_of(reading: Row) -> list[tuple[str, tuple[int, ...]]]:
    return [(part["kind"], tuple(map(tile_of, part["tiles"]))) for part in reading["parts"]]


def ways(counts: Sequence[int], melds: int = 0) -> list[Row]:
    """The readings of concealed tiles beside as many pungs of winds; none if not complete."""
    laid = [(PENG, 27 + wind, 1) for wind in range(melds)]
    last = next(tile for tile in range(TILE_KINDS) if counts[tile])
    try:
        found: list[Row] = fan_study(counts, last, laid)["divisions"]
    except ValueError as error:
        assert "complete hand" in str(error)
        return []
    return found


# -- which readings there are ----------------------------------------------------------------------


def slow_readings(counts: Sequence[int], sets: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every choice of sets and a pair out of all there are that gives just these tiles."""
    wanted = Counter({tile: count for tile, count in enumerate(counts) if count})
    inside = [one for one in _SETS if not Counter(one) - wanted]
    found = []
    for chosen in combinations_with_replacement(inside, sets):
        for pair in wanted:
            if Counter([tile for one in chosen for tile in one] + [pair, pair]) == wanted:
                found.append((*sorted(chosen), (pair, pair)))
    return sorted(found)


@st.composite
def complete_hands(draw: st.DrawFn) -> tuple[list[int], int]:
    """The tiles of up to four sets and a pair from a few kinds, so that many can be read twice."""
    sets = draw(st.integers(1, 4))
    near = [one for one in _SETS if max(one) < 7 or min(one) > 31 or 17 < min(one) < 22]
    tiles = [tile for _ in range(sets) for tile in draw(st.sampled_from(near))]
    tiles += [draw(st.sampled_from([0, 1, 2, 3, 4, 18, 33]))] * 2
    return counts_of(tiles), 4 - sets


@settings(max_examples=150, deadline=None)
@given(complete_hands())
def test_every_reading_is_found_once(given_hand: tuple[list[int], int]) -> None:
    counts, melds = given_hand
    if max(counts) > 4:
        return
    as_tiles = []
    for one in ways(counts, melds):
        if one["form"] == "regular":
            parts = parts_of(one)
            (pair,) = [tiles for kind, tiles in parts if kind == "PAIR"]
            sets = sorted(tiles for kind, tiles in parts if kind != "PAIR")
            as_tiles.append((*sets, pair))
    assert sorted(as_tiles) == slow_readings(counts, 4 - melds)


@pytest.mark.parametrize(
    ("tiles", "melds", "forms"),
    [
        ("W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5 W5", 0, ["regular", "seven_pairs"]),
        ("W1 W1 W1 W1 B3 B3 T5 T5 F1 F1 F2 F2 J3 J3", 0, ["seven_pairs"]),
        ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J3 J3", 0, ["thirteen_orphans"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 F3 J1 J2", 0, ["honors_and_knitted"]),
        ("W1 W4 B2 B5 T3 T6 T9 F1 F2 F3 F4 J1 J2 J3", 0, ["honors_and_knitted"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 W2 W3 W4 J1 J1", 0, ["knitted_straight"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 J1 J1", 1, ["knitted_straight"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 W2 W3 W5 J1 J1", 0, []),
        ("W1 W2 W4 J1 J1", 3, []),
        ("W1 W4 W7 B2 B5 B8 T2 T6 T9 F1 F2 F3 J1 J2", 0, []),
    ],
)
def test_forms(tiles: str, melds: int, forms: list[str]) -> None:
    counts = counts_of(tiles_of(tiles))
    assert sorted(one["form"] for one in ways(counts, melds)) == forms
    for tile in {*tiles_of(tiles)}:
        rest = list(counts)
        rest[tile] -= 1
        assert is_winning_shape(rest, tile) == bool(forms)


# -- what each is worth ----------------------------------------------------------------------------


def random_hand(random: Random) -> Asked | None:
    """A complete hand of few kinds, often with two readings; None if it has five of a kind."""
    suits = random.choice([[0], [0], [0, 1], [0, 1, 2]])
    low = random.randrange(0, 6)
    high = random.randrange(low + 2, 9)
    parts = []
    for _ in range(4):
        base = 9 * random.choice(suits)
        if random.random() < 0.35:
            tile = base + random.randint(low, high) if random.random() < 0.9 else 31
            parts.append((PENG, [tile] * 3))
        else:
            middle = base + random.randint(max(1, low), min(7, high))
            parts.append((CHI, [middle - 1, middle, middle + 1]))
    melds = []
    open_sets = random.choice([0, 0, 0, 1, 1, 2])
    for kind, tiles in parts[:open_sets]:
        is_kong = kind == PENG and random.random() < 0.4
        offer = random.choice([0, 1]) if is_kong else 1
        melds.append(Meld(GANG if is_kong else kind, tiles[1], offer))
    counts = counts_of(tile for _, tiles in parts[open_sets:] for tile in tiles)
    counts[9 * random.choice(suits) + random.randint(low, high)] += 2
    held = [tile for meld in melds for tile in meld.tiles()]
    if any(counts[tile] + held.count(tile) > 4 for tile in range(TILE_KINDS)):
        return None
    last = random.choice([tile for tile in range(TILE_KINDS) if counts[tile]])
    counts[last] -= 1
    self_drawn, last_copy, about_kong, wall_last = (
        random.random() < share for share in (0.5, 0.1, 0.1, 0.1)
    )
    winds = (random.randrange(4), random.randrange(4))
    flowers = random.choice([0, 2])
    context = WinContext(self_drawn, last_copy, about_kong, wall_last, *winds, flowers)
    return possible((counts, melds, last, context))


def possible(asked: Asked) -> Asked:
    """The question without the flags that such a hand cannot have."""
    hand, melds, tile, context = asked
    held = hand[tile] + sum(meld.tiles().count(tile) for meld in melds)
    kong = any(meld.kind == GANG for meld in melds) if context.self_drawn else held == 0
    about_kong = context.about_kong and kong
    last_copy = context.fourth_tile and not hand[tile]
    last_copy = last_copy and (context.self_drawn or not about_kong)
    return hand, melds, tile, context._replace(fourth_tile=last_copy, about_kong=about_kong)


def win_row(found: Win) -> Row:
    """What mj_bot, which asks MahjongGB, says of a win, in the form of the study."""
    fans = [[fan_name(fan.name), fan.english, fan.value, fan.times] for fan in found.fans]
    return {"fan": found.fan, "enough": found.fan >= MIN_FAN, "fans": fans}


def of_its_sets(fans: list[list[Any]]) -> list[list[Any]]:
    return sorted(fan for fan in fans if fan[1] not in _OF_THE_WHOLE)


def laid_open(asked: Asked, reading: Row) -> list[list[Any]] | None:
    """MahjongGB's fans of the sets with the chows laid open; None if that leaves it a choice."""
    hand, melds, tile, context = asked
    completed = {part for part in parts_of(reading) if tile in part[1]}
    if reading["form"] != "regular" or len(completed) != 1:
        return None
    (last,) = completed
    chows = [part for part in parts_of(reading) if part[0] == CHI]
    if last in chows:
        chows.remove(last)
    left = list(hand)
    left[tile] += 1
    for _, tiles in chows:
        for one in tiles:
            left[one] -= 1
    laid = [*melds, *(Meld(CHI, tiles[1], 1) for _, tiles in chows)]
    if len(slow_readings(left, 4 - len(laid))) != 1:
        return None
    left[tile] -= 1
    found = win(left, laid, tile, context)
    assert found is not None
    return of_its_sets(win_row(found)["fans"])


def test_every_reading_is_counted_as_mahjonggb_counts_it_alone() -> None:
    """The greatest is MahjongGB's answer; each that it can be held to has its fans."""
    random = Random("divisions")
    seen: Counter[str] = Counter()
    for asked in filter(None, (random_hand(random) for _ in range(6000))):
        best, found = win(*asked), study(asked)["divisions"]
        assert best is not None
        counts = [one["fan"] for one in found]
        assert counts == sorted(counts, reverse=True) and counts[0] == best.fan, asked
        for one in found:
            expected = laid_open(asked, one)
            assert expected in (None, of_its_sets(one["fans"])), (asked, one)
            seen["held" if expected is not None else "unheld"] += len(found) > 1
        seen["several"] += len(found) > 1
        seen["level"] += counts[1:2] == counts[:1]
    assert seen["several"] > 200 and seen["held"] > 200 and seen["level"] > 10, seen


@pytest.mark.parametrize(
    ("tiles", "last", "fans"),
    [
        # 111222333 as pungs and as chows.
        ("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2", "B3", [46, 35]),
        # A double dragon, which the rules read as chows; as seven pairs a full flush, 24 + 24.
        ("W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5", "W5", [67, 48]),
        # Two readings with the most fan.
        ("T2 T2 T2 T3 T3 T3 T3 T4 T4 T4 T5 T5 T5", "T4", [72, 72, 58, 58]),
    ],
)
def test_known_hands(tiles: str, last: str, fans: list[int]) -> None:
    found = study((counts_of(tiles_of(tiles)), [], tile_of(last), WinContext()))
    assert [one["fan"] for one in found["divisions"]] == fans


def test_the_other_reading_has_its_own_fans() -> None:
    """By the rule book: three equal chows of a suit, an outside hand of chows, an edge wait."""
    hand = counts_of(tiles_of("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2"))
    _, other = study((hand, [], tile_of("B3"), WinContext(self_drawn=True)))["divisions"]
    assert {(english, value * times) for _, english, value, times in other["fans"]} == {
        ("Pure Triple Chow", 24),
        ("Outside Hand", 4),
        ("Fully Concealed Hand", 4),
        ("All Chows", 2),
        ("Mixed Double Chow", 1),
        ("One Voided Suit", 1),
        ("Edge Wait", 1),
    }


# -- both calculators ------------------------------------------------------------------------------


def hold(asked: Asked) -> str:
    """The study is the published judge's, and by the other count MahjongGB's; what it was."""
    judged, by_module = win(*asked), fans_of_module(*asked)
    if judged is None or by_module is None:
        with pytest.raises(ValueError, match="complete hand"):
            study(asked)
        return "none"
    mine, other = study(asked), study(asked, by_mahjonggb=True)
    assert {key: mine[key] for key in ("fan", "enough", "fans")} == win_row(judged), asked
    points = {fan.english: fan.value * fan.times for fan in by_module}
    assert {name: value * times for _, name, value, times in other["fans"]} == points
    assert other["fan"] == sum(points.values()) - points.get(FLOWER_TILES, 0)
    if mine["fan"] == other["fan"]:
        assert mine["other"] is other["other"] is None
        return "one count"
    assert mine["other"] == {key: other[key] for key in mine["other"]}
    assert other["other"] == {key: mine[key] for key in other["other"]}
    assert other["divisions"][0]["fan"] == other["fan"] == mine["fan"] + 1
    return "two counts"


def _knitted(random: Random) -> Asked | None:
    """A Knitted Straight, a set and a pair; the tile that won among the nine."""
    nine, counts = random.choice(hands.KNITTED), [0] * TILE_KINDS
    low = random.choice([low for low in range(25) if low % 9 < 7])
    for tile in (*nine, low, low + 1, low + 2):
        counts[tile] += 1
    counts[random.randrange(TILE_KINDS)] += 2
    if max(counts) > 4:
        return None
    tile = random.choice(nine)
    counts[tile] -= 1
    return counts, [], tile, WinContext(self_drawn=random.random() < 0.5)


def _at_random(random: Random) -> Asked:
    asked = hands.question(random)
    melds = [Meld(_MELD_KINDS[kind], tile, offer) for kind, tile, offer in asked.melds]
    return possible((asked.counts, melds, asked.tile, WinContext(*asked.win_context)))


def test_either_count_of_hands_at_random_is_its_calculators() -> None:
    random = Random(36)
    asked = [make(random) for _ in range(600) for make in (_at_random, random_hand, _knitted)]
    kinds = Counter(map(hold, filter(None, asked)))
    assert min(kinds["none"], kinds["one count"], kinds["two counts"]) > 10, kinds


def test_either_count_of_recorded_wins_is_its_calculators(recorded: Recorded) -> None:
    kinds: Counter[str] = Counter()
    for name in ("judged_games", "rare_games"):
        for match in recorded(name)[::4]:
            for _, _, state in decisions(match):
                tile = state.drawn if state.drawn is not None else state.offered
                hand = list(state.hand)
                if tile is None:
                    continue
                hand[tile] -= state.drawn is not None
                if is_winning_shape(hand, tile):
                    kinds[hold((hand, state.own_melds, tile, win_context_of(state)))] += 1
    assert kinds["one count"] > 20, kinds
