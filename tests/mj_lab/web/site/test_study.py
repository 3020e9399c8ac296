"""The study of a hand in node, held against mj_lab's."""

import random
from typing import Any

import pytest

from mj_bot.tactics import load
from mj_bot.tiles import CODES, codes_of, tiles_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.hand_analysis import study
from mj_lab.explain.analysis.state_from_hand import Situation, situation
from tests.mj_lab.web.site.comparing import same
from tests.mj_lab.web.site.in_node import InNode, InNodeError

pytestmark = pytest.mark.thorough

# What the page makes of it itself: texts, and what no C++ says.
_OF_PAGES = {"hand", "melds", "which_discard", "chinese", "english", "parts"}

HANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("W123 B4567 T88 F11 J233", {}),
    ("W123 B4567 T88 F11 J23", {}),
    ("W123 B4567 T88 F11 J2", {}),
    ("W234678 B345 T5567 T8", {"seat": 2, "prevalent_wind": 1, "turn": 9}),
    ("W234678 B345 T55 T67", {"seen": "T8 T8 T5 W1 J3 F1 F1"}),
    ("[W123] [碰F111] B4567 T88 J2", {"seat": 1, "prevalent_wind": 3}),
    ("[W123] [碰F111] B4567 T88", {"turn": 12, "seen": "B1 B2 B3"}),
    ("[暗杠W1111] B456 T456 J33 F2 F2", {"seat": 3}),
    ("W19 B19 T19 F1234 J123", {}),
    ("F1112223334444", {}),
    ("W123456789 F1111", {}),
    ("W19 B19 T19 F1234 J12 J2", {"seen": "J3 J3 J3 J3"}),
    ("W19 B19 T19 F1234 J1233", {}),
    ("W147 B258 T369 F11 J223", {}),
    ("W1122 B3344 T5566 J1", {}),
    ("[W123] [W456] [W789] B1 B2 B3 J1 J1", {"turn": 21}),
)


def _asked(text: str, where: Situation, seen: str) -> dict[str, Any]:
    hand = parse_hand(text)
    last = hand.last
    tiles = [tile for tile, count in enumerate(hand.counts) for _ in range(count)]
    if last is not None:
        tiles.remove(last)
        tiles.append(last)
    return {
        "hand": codes_of(tiles),
        "melds": [f"{meld.kind} {CODES[meld.tile or 0]} {meld.offer}" for meld in hand.melds],
        "flowers": hand.flowers,
        "seat": where.seat,
        "wind": where.prevalent_wind,
        "turn": where.turn or 0,
        "seen": seen,
    }


def _in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Actions by what they are worth; those that are worth the same to the last digits by name."""
    return sorted(rows, key=lambda row: (-round(row.get("expected_score", 1e3), 2), row["action"]))


def _is_studied_as_in_mj_lab(node: InNode, text: str, where: Situation, seen: str) -> None:
    told = node.ask("study", **_asked(text, where, seen))
    wanted = study(where, load("learned", seed=0), "learned")
    for said in (told, wanted):
        if "actions" in said:
            said["actions"] = _in_order(said["actions"])
    same(told, wanted, 2e-4, _OF_PAGES)


@pytest.mark.parametrize(("text", "around"), HANDS)
def test_a_hand_is_studied_as_in_mj_lab(node: InNode, text: str, around: dict[str, Any]) -> None:
    seen = around.get("seen", "")
    where = situation(parse_hand(text), **{**around, "seen": tiles_of(seen)})
    _is_studied_as_in_mj_lab(node, text, where, seen)


def test_hands_at_random_are_studied_as_in_mj_lab(node: InNode) -> None:
    rng = random.Random(4)
    for size in (14, 14, 12, 12, 13):
        tiles = rng.sample([tile for tile in range(34) for _ in range(4)], size + 10)
        where = situation(parse_hand(codes_of(tiles[:size])), turn=7, seen=tiles[size:])
        _is_studied_as_in_mj_lab(node, codes_of(tiles[:size]), where, codes_of(tiles[size:]))


def test_hands_that_cannot_be_are_refused(node: InNode) -> None:
    whole = "W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1 J2 J3 J3"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"hand": "W1 W2"}, "12 to 14 tiles"),
        ({"hand": "W1 W1 W1 W1 W1"}, "a fifth W1"),
        ({"hand": whole, "seen": "T8 T8 T8"}, "a fifth T8"),
        ({"hand": whole, "turn": 30}, "turn"),
        ({"hand": whole, "seat": 4}, "seat"),
        ({"hand": whole + " H1"}, "a flower"),
        ({"hand": "W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1", "melds": ["CHI W1 1"]}, "make none"),
    ]
    for asked, words in wrong:
        with pytest.raises(InNodeError, match=words):
            node.ask("study", **asked)
