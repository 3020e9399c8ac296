"""The table of fans: MahjongGB counts every example, and never what is excluded beside a fan."""

import random
import re
from collections import Counter

import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import CODES, COPIES
from mj_lab.core.game.result import fan_name
from mj_lab.core.text.fan_names import ENGLISH_NAMES, fan_calls
from mj_lab.core.text.fan_table import FanEntry, fan_entries, fans_like, find_fan
from mj_lab.core.text.hands import Hand, parse_hand
from tests.mj_engine.fan.hands import question

_KINDS = ("CHI", "PENG", "GANG")
ENTRIES = fan_entries()


def counted(entry: FanEntry) -> dict[str, int]:
    """The fans that MahjongGB counts in an example, with their values; East seat, East round."""
    hand, won = parse_hand(entry.example.hand), set(entry.example.won)
    assert hand.last is not None
    packs = tuple(meld.pack() for meld in hand.melds)
    rest = list(hand.counts)
    rest[hand.last] -= 1
    tiles = tuple(CODES[tile] for tile, n in enumerate(rest) for _ in range(n))
    flags = (
        bool(won & {"self-drawn", "replacement"}),
        "last-copy" in won,
        bool(won & {"replacement", "robbing"}),
        "last-tile" in won,
    )
    found = MahjongFanCalculator(
        packs, tiles, CODES[hand.last], hand.flowers, *flags, 0, 0, verbose=True
    )
    return {fan_name(name): value for value, _, name, _ in found}


def test_every_fan_is_there_once_the_greatest_first() -> None:
    assert Counter(entry.name for entry in ENTRIES) == Counter(ENGLISH_NAMES.keys())
    values = [entry.example.value for entry in ENTRIES]
    assert values == sorted(values, reverse=True)
    assert all(entry.rule_english and entry.rule_chinese for entry in ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.english)
def test_an_example_is_a_hand_that_can_be_and_has_its_fan_at_its_value(entry: FanEntry) -> None:
    fans = counted(entry)
    assert fans[entry.name] == entry.example.value
    assert not fans.keys() & set(entry.example.excludes)
    assert set(entry.example.excludes) <= ENGLISH_NAMES.keys()
    hand: Hand = parse_hand(entry.example.hand)
    assert hand.size + 3 * len(hand.melds) == 14
    assert max(hand.held()) <= COPIES
    if "robbing" in entry.example.won:
        assert hand.last is not None and hand.held()[hand.last] == 1
    if "last-copy" in entry.example.won:
        assert hand.last is not None and hand.counts[hand.last] == 1


@pytest.mark.parametrize("count", [6_000, pytest.param(120_000, marks=pytest.mark.thorough)])
def test_what_is_excluded_is_counted_in_no_hand(count: int) -> None:
    """Over hands of every kind: with a fan MahjongGB counts none of those that it excludes."""
    excludes = {entry.name: set(entry.example.excludes) for entry in ENTRIES}
    chance, seen = random.Random(34), Counter[str]()
    for _ in range(count):
        asked = question(chance)
        melds = [Meld(_KINDS[kind], tile, offer) for kind, tile, offer in asked.melds]
        found = win(asked.counts, melds, asked.tile, WinContext(*asked.win_context))
        names = {fan_name(fan.name) for fan in found.fans} if found is not None else set()
        for name in names:
            seen[name] += 1
            assert not names & excludes[name], (name, names, asked)
    # All but what is rarest has been there.
    tried = [name for name, others in excludes.items() if others and seen[name]]
    assert len(tried) >= (35 if count < 100_000 else sum(map(bool, excludes.values())))


def test_what_players_call_a_fan_means_one_and_is_spelled_whole() -> None:
    names = [name for entry in ENTRIES for name in fan_calls(entry.name).names]
    assert len(names) == len(set(names)) > 150
    for entry in ENTRIES:
        calls = fan_calls(entry.name)
        spelled = {len(pinyin.split()) for pinyin in calls.pinyin}
        assert calls.names[0] == entry.name
        assert spelled == {len(name) for name in calls.names if not name.isascii()}
        assert all(re.fullmatch(r"[a-z]+( [a-z]+)+", pinyin) for pinyin in calls.pinyin)


def test_a_fan_is_found_by_either_name() -> None:
    for entry in ENTRIES:
        assert find_fan(entry.name) == find_fan(entry.english.upper()) == entry
    assert find_fan("123m") is None and find_fan("") is None
    assert [one.name for one in fans_like("mixed strait")][0] == "花龙"
    assert fans_like("123m 456m 789m 55p 23s 4s") == []
