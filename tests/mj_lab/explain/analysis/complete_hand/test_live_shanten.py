"""Live shanten, held against trying every tile that is left, by the shape of a win alone."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from mj_bot.shanten.shanten import FORMS, of_form
from mj_bot.tiles import COPIES, TILE_KINDS, code_of, counts_of, tiles_of
from mj_bot.winning_shape import is_winning_shape
from mj_engine.fans import NEVER, hand_study

Counts = list[int]


def left_of(hand: Counts) -> Counts:
    return [COPIES - count for count in hand]


def forms_of(hand: Counts, unseen: Counts) -> list[dict[str, Any]]:
    """What the study says of the forms of 13 tiles."""
    elsewhere = [left - still for left, still in zip(left_of(hand), unseen, strict=True)]
    forms: list[dict[str, Any]] = hand_study(hand, None, seen=elsewhere)["forms"]
    return forms


def row_after(hand: Counts, unseen: Counts, drawn: int) -> dict[str, Any]:
    """What it says of them once this tile was drawn and discarded."""
    elsewhere = [left - still for left, still in zip(left_of(hand), unseen, strict=True)]
    whole = [count + (tile == drawn) for tile, count in enumerate(hand)]
    actions = hand_study(whole, drawn, seen=elsewhere)["actions"]
    return next(row for row in actions if row["action"] == f"PLAY {code_of(drawn)}")


def completes(hand: Counts, unseen: Counts) -> bool:
    return any(unseen[tile] and is_winning_shape(hand, tile) for tile in range(TILE_KINDS))


def is_live_after_an_exchange(hand: Counts, unseen: Counts, drawn: int) -> bool:
    left = [count - (tile == drawn) for tile, count in enumerate(unseen)]
    return any(
        hand[tile]
        and tile != drawn
        and completes([n + (k == drawn) - (k == tile) for k, n in enumerate(hand)], left)
        for tile in range(TILE_KINDS)
    )


def random_ready(random: Random) -> Counts:
    """13 tiles that lack one to sets and a pair or to seven pairs, of few kinds."""
    while True:
        counts, kinds = [0] * TILE_KINDS, random.sample(range(TILE_KINDS), 9)
        if random.random() < 0.2:
            for tile in kinds[:7]:
                counts[tile] = 2
        else:
            for tile in kinds[:4]:
                low = tile if random.random() < 0.4 or tile > 24 or tile % 9 > 6 else None
                for part in (tile,) * 3 if low is not None else (tile, tile + 1, tile + 2):
                    counts[part] += 1
            counts[kinds[4]] += 2
        counts[random.choice([tile for tile in range(TILE_KINDS) if counts[tile]])] -= 1
        if max(counts) <= COPIES:
            return counts


def test_no_form_is_ready_without_a_copy_left() -> None:
    """Ready hands, whose waits lie elsewhere one time in two; and hands at random."""
    random, seen = Random("dead"), Counter[str]()
    for number in range(400):
        hand = random_ready(random)
        if number % 4 == 0:
            wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
            hand = counts_of(random.sample(wall, 13))
        unseen = left_of(hand)
        if random.random() < 0.5:
            for tile in range(TILE_KINDS):
                unseen[tile] *= not is_winning_shape(hand, tile)
        drawn = random.choice([tile for tile in range(TILE_KINDS) if unseen[tile]])
        row = row_after(hand, unseen, drawn)
        unseen[drawn] -= 1
        forms = forms_of(hand, unseen)
        for one in forms:
            assert one["shanten"] != 0 or one["effective"], (hand, one)
            assert one["dead"] == (
                of_form(one["form"], hand).distance == 0
                and not any(unseen[tile] for tile in of_form(one["form"], hand).effective)
            )
        distance = row["shanten"]
        assert distance == min(one["shanten"] for one in forms)
        assert set(row["forms"]) == {one["form"] for one in forms if one["shanten"] == distance}
        assert (distance == 0) == completes(hand, unseen), (hand, unseen)
        if any(one["dead"] for one in forms) and distance == 1:
            exchanged = {
                code_of(tile)
                for tile in range(TILE_KINDS)
                if unseen[tile] and is_live_after_an_exchange(hand, unseen, tile)
            }
            by_exchange = {code for one in forms if one["dead"] for code in one["effective"]}
            assert by_exchange <= exchanged <= row["effective"].keys(), (hand, unseen)
            seen["brought to life"] += 1
        seen["dead" if any(one["dead"] for one in forms) else "live"] += 1
        seen["ready"] += distance == 0
    assert seen["dead"] > 50 and seen["ready"] > 50 and seen["brought to life"] > 50, seen


@pytest.mark.parametrize(
    ("tiles", "elsewhere", "form", "expected"),
    [
        # Every copy of what completes it is in the hand.
        ("F1 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 F4", "", "regular", 1),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9 F1 F1 F1 F1", "", "regular", 1),
        # The last orphan is gone, and nothing stands for it.
        ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J2", "J3 J3 J3 J3", "thirteen_orphans", NEVER),
    ],
)
def test_known_hands(tiles: str, elsewhere: str, form: str, expected: int) -> None:
    hand, out = counts_of(tiles_of(tiles)), counts_of(tiles_of(elsewhere))
    unseen = [left - gone for left, gone in zip(left_of(hand), out, strict=True)]
    forms = {one["form"]: one for one in forms_of(hand, unseen)}
    assert forms[form]["dead"] and forms[form]["shanten"] == expected
    assert bool(forms[form]["effective"]) == (expected == 1)
    assert forms.keys() == {one.name for one in FORMS}
