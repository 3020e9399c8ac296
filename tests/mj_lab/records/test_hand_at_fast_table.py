"""Recorded hands at the fast table: our judge's match, or none where the judge refuses."""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from mj_bot.events import CHI, Action
from mj_lab.records import hand_at_fast_table
from mj_lab.records.archives import read_entries
from mj_lab.records.hand import HandError, RecordedHand, Step, hand_of
from mj_lab.records.hand_at_fast_table import fast_folded
from mj_lab.records.hand_at_judge import folded, judge_folded
from mj_lab.records.json_lines import RecordError
from mj_lab.records.match import Match, to_line
from tests.mj_lab.records.convert.judged import judged_games

pytest.importorskip("mj_engine._core", reason="mj_engine is not built: make engine")


def told(match: Match) -> RecordedHand:
    return hand_of(match)._replace(scores=match.scores)


def fair(count: int, flowers: bool = False) -> Iterator[Match]:
    return (one for one in judged_games(count, flowers) if one.result.action in ("HU", "HUANG"))


def judged(hand: RecordedHand) -> Match | None:
    """The judge's match, None where it refuses the hand."""
    try:
        return judge_folded(hand)
    except HandError:
        return None


def hold(hand: RecordedHand) -> Match:
    """The table takes a hand as the judge does."""
    found, expected = fast_folded(hand), judge_folded(hand)
    assert found == expected
    assert found is not None
    assert to_line(found) == to_line(expected)
    return found


def test_games_of_our_judge() -> None:
    happened = set()
    for match in fair(18):
        found = hold(told(match))
        assert (found.requests, found.scores) == (match.requests, match.scores)
        happened |= {step.kind for step in hand_of(match).steps} | {match.result.action}
        happened |= {"preempted" for _ in found.preempted}
    assert happened >= {"CHI", "PENG", "GANG", "HU", "HUANG", "preempted"}


@pytest.mark.foreign
def test_the_sample_of_the_data_set(data_folder: Path) -> None:
    hands = [
        entry.parse()
        for entry in read_entries(data_folder / "botzone_games_sample.txt")
        if entry.parse
    ]
    assert len(hands) == 16
    for hand in hands:
        hold(hand)


def test_rare_games(data_folder: Path) -> None:
    matches = [entry.build().game for entry in read_entries(data_folder / "rare_games.jsonl.gz")]
    plain = [one for one in matches if isinstance(one, Match) and len(one.wall) == 136]
    hands = [told(one) for one in plain if one.result.action in ("HU", "HUANG")][:60]
    assert {"GANG", "BUGANG"} <= {step.kind for hand in hands for step in hand.steps}
    for hand in hands:
        hold(hand)


def changed(hand: RecordedHand, dice: Random) -> RecordedHand:
    """The hand with something else in it, most often against the rules."""
    steps = list(hand.steps)
    place, other = dice.randrange(len(steps)), dice.randrange(len(steps))
    step, what = steps[place], dice.randrange(9)
    if what == 0:
        del steps[place]
    elif what == 1:
        steps[place], steps[other] = steps[other], step
    elif what == 2:
        steps.insert(place, steps[other])
    elif what == 3:
        steps[place] = step._replace(seat=dice.randrange(4))
    elif what == 4:
        steps[place] = step._replace(tile=dice.choice([None, *range(36)]))
    elif what == 5:
        kind = dice.choice(["DRAW", "PLAY", "CHI", "PENG", "GANG", "BUGANG", "HU"])
        steps[place] = step._replace(kind=kind, chow=7 if kind == CHI else None)
    elif what == 6:
        del steps[place:]
    elif what == 7:
        steps[place] = step._replace(preempted=((dice.randrange(4), Action("PENG")),))
    else:
        fan, drawn = dice.choice([0, 9, hand.fan]), dice.random() < 0.3
        return hand._replace(fan=fan, drawn=drawn, prevalent_wind=dice.randrange(4))
    return hand._replace(steps=tuple(steps))


def hold_changed(count: int) -> None:
    """What the table takes is what the judge makes; what it leaves the judge decides."""
    dice = Random("changed")
    hands = [told(match) for match in fair(9)]
    taken = refused = 0
    for number in range(count):
        hand = changed(hands[number % len(hands)], dice)
        if not hand.steps:
            continue
        found, expected = fast_folded(hand), judged(hand)
        assert found is None or found == expected, (number, hand)
        taken += found is not None
        refused += expected is None
    assert min(taken, refused) > count // 20


def test_changed_hands() -> None:
    hold_changed(200)


@pytest.mark.slow
def test_twenty_thousand_changed_hands() -> None:
    """pytest -m slow tests/mj_lab/records/test_hand_at_fast_table.py."""
    hold_changed(20_000)


def test_what_the_table_leaves_is_the_judges() -> None:
    """Flowers, and records that do not hold all, as the human games."""
    flowered = [told(match) for match in fair(6, flowers=True)]
    silent = [told(match)._replace(tells_all=False) for match in fair(3)]
    for hand in chain(flowered, silent):
        if any(hand.flowers) or not hand.tells_all:
            assert fast_folded(hand) is None
        assert folded(hand) == judge_folded(hand)


def test_a_hand_that_goes_on_behind_its_end_has_its_line() -> None:
    match = next(one for one in judged_games(9) if one.result.action == "HU")
    hand, undrawn = told(match), match.wall[0]
    behind = (Step("DRAW", 0, undrawn, line=99), Step("PLAY", 0, undrawn, line=100))
    hand = hand._replace(steps=(*hand.steps, *behind))
    assert fast_folded(hand) is None
    with pytest.raises(HandError, match="line 99: more behind the end"):
        folded(hand)


def test_without_the_table_the_judge_makes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = told(next(fair(3)))
    expected = hold(hand)
    monkeypatch.setitem(sys.modules, "mj_engine", None)
    hand_at_fast_table._fast_table.cache_clear()
    try:
        assert fast_folded(hand) is None
        assert folded(hand) == expected
    finally:
        hand_at_fast_table._fast_table.cache_clear()


@pytest.mark.foreign
def test_a_flower_that_is_played_is_told_with_its_line(data_folder: Path, tmp_path: Path) -> None:
    text = (data_folder / "botzone_games_sample.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if " Play " in line)
    lines[place] = lines[place][:-2] + "H1"
    path = tmp_path / "data.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RecordError, match=f"line {place + 1}: not legal at our judge: PLAY H1"):
        next(read_entries(path)).build()
