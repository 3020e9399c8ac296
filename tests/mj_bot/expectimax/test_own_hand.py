"""The tree of the own hand against a slow enumeration of the same, tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.expectimax.choices import search_choices
from mj_bot.expectimax.own_hand import DrawnHand, OwnHand
from mj_bot.expectimax.search import TreeSearch
from mj_bot.state import GameState
from mj_bot.tiles import CODES
from tests.mj_bot.expectimax.trees import left_unseen, own_turn

# A hand near a pure straight, one near all pungs, one near seven pairs.
HANDS = [
    ("W1 W2 W3 W4 W5 W6 W7 W8 B2 B2 B5 B6 F1", "F2", "W9 W9 B4 B7 B7 B2 F1 W1"),
    ("W1 W1 W1 B3 B3 B3 T9 T9 T9 F1 F1 J2 J2", "F3", "F1 F1 J2 W1 B4 B5 T8"),
    ("W1 W1 W5 W5 B3 B3 B7 B7 T2 T2 T6 T6 F4", "J3", "F4 F4 J3 W6 W7 B8"),
]

Packs = tuple[tuple[str, str, int], ...]


def leaf(hand: Sequence[str], melds: int, left: int) -> float:
    """Any function of the hand: it need not mean anything."""
    return sum((CODES.index(code) + 3) ** 2 % 11 for code in hand) / 10 + melds + left / 7


def leaves(drawn: Sequence[DrawnHand]) -> list[float]:
    return [
        leaf([CODES[tile] for tile, n in enumerate(one.hand) for _ in range(n)],
             len(one.melds), one.left)
        for one in drawn
    ]  # fmt: skip


def points(hand: list[str], packs: Packs, tile: str, drawn: bool) -> float | None:
    """The score of a win by MahjongGB, for East in East; None for less than 8 fan, or no win."""
    try:
        found = MahjongFanCalculator(packs, tuple(hand), tile, 0, drawn, False, False, False, 0, 0)
    except TypeError:
        return None
    fan = sum(int(one[0]) for one in found)
    if fan < 8:
        return None
    return 3.0 * (8 + fan) if drawn else 24.0 + fan


def waiting(hand: list[str], unseen: list[str], packs: Packs, left: int, depth: int) -> float:
    """A hand after its discard: each unseen tile in turn, as it is drawn and as it is claimed."""
    own, claims = 0.0, []
    for place, tile in enumerate(unseen):
        rest = unseen[:place] + unseen[place + 1 :]
        part = 1 / len(unseen)
        won = points(hand, packs, tile, True)
        if won is None:
            won = 0.0 if left == 1 else drawn([*hand, tile], rest, packs, left - 1, depth)
        own += part * won
        ron = points(hand, packs, tile, False)
        if ron is not None:
            claims.append((3 * part, ron))
            continue
        if hand.count(tile) >= 2:
            three = less(hand, [tile, tile])
            pung = (*packs, ("PENG", tile, 1))
            claims.append((3 * part, drawn(three, rest, pung, left, depth)))
        chows = []
        for low in (-2, -1, 0):
            start = CODES.index(tile) + low
            run = CODES[start : start + 3] if start >= 0 and tile[0] in "WBT" else ()
            others = [code for code in run if code != tile]
            if len({code[0] for code in run}) == 1 and all(code in hand for code in others):
                chow = (*packs, ("CHI", run[1], 1 - low))
                chows.append(drawn(less(hand, others), rest, chow, left, depth))
        if chows:
            claims.append((part, max(chows)))
    better = [(rate, value - own) for rate, value in claims if value > own]
    rates = sum(rate for rate, _ in better)
    if not rates:
        return own
    return own + (1 - exp(-rates)) / rates * sum(rate * gain for rate, gain in better)


def drawn(hand: list[str], unseen: list[str], packs: Packs, left: int, depth: int) -> float:
    """A hand that must discard: a leaf, or the best of its discards."""
    if depth == 1:
        return leaf(hand, len(packs), left)
    return max(
        waiting(less(hand, [tile]), unseen, packs, left, depth - 1) for tile in sorted(set(hand))
    )


def less(hand: list[str], tiles: list[str]) -> list[str]:
    rest = list(hand)
    for tile in tiles:
        rest.remove(tile)
    return rest


def state_of(deal: str, tile: str, unseen: str, left: int) -> GameState:
    state = left_unseen(own_turn(deal, tile), unseen)
    state.walls[0] = left
    return state


@pytest.mark.parametrize("left", [1, 5])
@pytest.mark.parametrize(("deal", "tile", "unseen"), HANDS, ids=["straight", "pungs", "pairs"])
def test_one_layer_is_what_enumerating_finds(deal: str, tile: str, unseen: str, left: int) -> None:
    state = state_of(deal, tile, unseen, left)
    own = OwnHand(state)
    choices = [choice for choice in search_choices(state, own) if choice.action.kind == "PLAY"]
    found = TreeSearch(own, leaves).values([choice.waiting for choice in choices], 1)
    hand = deal.split() + [tile]
    wanted = [
        waiting(less(hand, [str(c.action)[5:]]), unseen.split(), (), left, 1) for c in choices
    ]
    assert found == pytest.approx(wanted, abs=1e-9)
    assert len({round(one, 6) for one in found}) > 2


def test_two_layers_are_what_enumerating_finds() -> None:
    for deal, tile, unseen in HANDS[1:]:
        some = " ".join(unseen.split()[:5])
        state = state_of(deal, tile, some, 4)
        own = OwnHand(state)
        choices = [
            c for c in search_choices(state, own) if str(c.action) in (f"PLAY {tile}", "PLAY W1")
        ]
        found = TreeSearch(own, leaves).values([choice.waiting for choice in choices], 2)
        hand = deal.split() + [tile]
        wanted = [waiting(less(hand, [str(c.action)[5:]]), some.split(), (), 4, 2) for c in choices]
        assert found == pytest.approx(wanted, abs=1e-9)


def test_a_kong_draws_at_once_and_may_win_by_its_tile() -> None:
    deal = "W1 W1 W1 W1 B2 B2 B2 T3 T3 T3 F1 F1 F1"
    state = left_unseen(own_turn(deal, "J1"), "J1 J1 B5 T7")
    own = OwnHand(state)
    kong = next(c for c in search_choices(state, own) if str(c.action) == "GANG W1")
    assert kong.waiting is not None and kong.waiting.replacing
    coming = own.coming(kong.waiting)
    assert coming.claims == []
    won = [(chance, one) for chance, one in coming.draws if isinstance(one, float)]
    packs = (("GANG", "W1", 0),)
    hand = ("B2", "B2", "B2", "T3", "T3", "T3", "F1", "F1", "F1", "J1")
    found = MahjongFanCalculator(packs, hand, "J1", 0, True, False, True, False, 0, 0)
    assert won == [(0.5, 3.0 * (8 + sum(one[0] for one in found)))]


def test_without_claims_only_wins_are_taken() -> None:
    state = state_of(*HANDS[1], 5)
    hand = [tile for tile in range(34) for _ in range(state.hand[tile])]
    counts = [hand.count(tile) - (tile == CODES.index("F3")) for tile in range(34)]
    both = [
        OwnHand(state, claims).coming(OwnHand(state).waiting(counts, []))
        for claims in (False, True)
    ]
    assert both[0].draws == both[1].draws
    assert all(isinstance(one[0], float) for _, one in both[0].claims)
    assert len(both[0].claims) < len(both[1].claims)


def test_with_an_empty_wall_nobody_wins_by_drawing() -> None:
    state = state_of(*HANDS[0], 0)
    waiting_hand = OwnHand(state).waiting([n - (t == 28) for t, n in enumerate(state.hand)], [])
    assert OwnHand(state).coming(waiting_hand).draws == [(1.0, 0.0)]
