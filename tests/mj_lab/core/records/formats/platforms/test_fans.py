"""The fans' numbers and values: held against MahjongGB's count of the same hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from mj_bot.events import CHI, SEATS
from mj_bot.fan import WinContext, win, win_of
from mj_bot.melds import Meld
from mj_bot.state import OWN_DRAW
from mj_bot.tiles import counts_of, tile_of, tiles_of
from mj_lab.core.game.result import fan_lines, fan_name
from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.formats.platforms.fans import fan_of_name, fan_of_number, number_of_fan
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.core.text.fan_names import ENGLISH_NAMES
from tests.mj_lab.core.records.formats.platforms.tables import recorded_json
from tests.recorded import Recorded

TZIAKCHA = "tziakcha_match.json"
# The numbers that the sample has; all others are deduced from the rule book's order.
SEEN = {32, 39, 41, 50, 51, 52, 58, 60, 62, 63, 64, 65, 67, 72, 73, 75, 77, 78, 80, 81, 82, 83}
# What no recorded game was won with: a hand of it, by the last tile.
MADE = {
    "大四喜": "F1 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 W1 W1 F4",
    "清幺九": "W1 W1 W1 W9 W9 W9 T1 T1 T1 T9 T9 T9 B1 B1",
    "一色双龙会": "W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5 W5",
    "一色四同顺": "W1 W1 W1 W1 W2 W2 W2 W2 W3 W3 W3 W3 T5 T5",
    "一色四节高": "W1 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4 T5 T5",
    "全双刻": "W2 W2 W2 W4 W4 W4 T6 T6 T6 B8 B8 B8 B2 B2",
    "一色三同顺": "W1 W2 W3 W1 W2 W3 T7 T8 T9 B9 B9",
    "全大": "W7 W8 W9 T7 T8 T9 B7 B7 B7 W8 W8 W8 B9 B9",
    "全中": "W4 W5 W6 T4 T5 T6 B4 B4 B4 W5 W5 W5 B6 B6",
    "全小": "W1 W2 W3 T1 T2 T3 B1 B1 B1 W2 W2 W2 B3 B3",
    "三色双龙会": "W1 W2 W3 W7 W8 W9 T1 T2 T3 T7 T8 T9 B5 B5",
    "全带五": "W3 W4 W5 T4 T5 T6 B5 B6 B7 W5 W6 W7 T5 T5",
    "推不倒": "B1 B2 B3 B3 B4 B5 T4 T5 T6 B8 B8 B8 J3 J3",
    "花牌": "W1 W2 W3 W7 W8 W9 B2 B3 T4 T5 T6 T8 T8 B4",
}


def counted(match: Match) -> set[tuple[str, int, int]]:
    """MahjongGB's count of the hand that won, from what the winner saw."""
    assert match.result.player is not None
    state = [states for _, states in seats_by_turn(match)][-1][match.result.player]
    tile = state.drawn if state.decision == OWN_DRAW else state.offered
    assert tile is not None
    found = win_of(state, tile)
    assert found is not None
    return set(fan_lines(found.fans))


@pytest.mark.foreign
def test_numbers_are_the_fans_that_mahjonggb_counts(data_folder: Path) -> None:
    """Number for number: the same name, times and value, and no fan more or less."""
    records = recorded_json(data_folder, TZIAKCHA)["records"]
    seen: set[int] = set()
    for match, record in zip(read_matches(data_folder / TZIAKCHA), records, strict=True):
        (told,) = [
            record["step"]["y"][seat]["t"] for seat in range(SEATS) if record["step"]["y"][seat]
        ]
        fans = {fan_of_number(int(number), value) for number, value in told.items()}
        assert fans == counted(match), match.id
        assert len(fans) == len(told)
        seen |= {int(number) for number in told}
    assert seen == SEEN


def test_numbers_are_in_the_order_of_the_rule_book() -> None:
    """Each name once or twice, values fall with it, and the anchors of the platform's form hold."""
    fans = [fan_of_number(number, 1) for number in range(1, 84)]
    names = [name for name, *_ in fans]
    assert list(dict.fromkeys(names)) == list(ENGLISH_NAMES)[:-1]
    assert [name for name in dict.fromkeys(names) if names.count(name) == 2] == [
        "一色四步高",
        "一色三步高",
    ]
    assert all(number_of_fan(name) in (place, place - 1) for place, name in enumerate(names, 1))
    values = [fan_of_name(name)[2] for name in names[:-1]]
    assert values == sorted(values, reverse=True)
    # As the records' own pages pair them (FORMATS.md, E).
    anchors = {20: "七对", 29: "清龙", 39: "小于五", 41: "花龙", 52: "三色三步高", 65: "平和"}
    anchors |= {80: "嵌张", 81: "单钓将", 82: "自摸", 83: "花牌"}
    assert {number: names[number - 1] for number in anchors} == anchors
    for number in (0, 84, -1):
        with pytest.raises(ValueError, match="no such fan"):
            fan_of_number(number, 1)


@pytest.mark.foreign
def test_values_are_the_judges(recorded: Recorded) -> None:
    """Of every fan: by Botzone's judge in recorded games, by MahjongGB in a hand made for it."""
    seen: dict[str, set[int]] = {}
    for file in ("rare_games", "judged_games", "botzone_matches"):
        for game in recorded(file):
            for name, _, value in game["result"].get("fans") or ():
                seen.setdefault(fan_name(name), set()).add(value)
    assert len(seen) == 68 and not seen.keys() & MADE.keys()
    for name, text in MADE.items():
        *hand, tile = tiles_of(text)
        # In the hand alone three equal chows are three concealed pungs too.
        claimed = (Meld(CHI, tile_of("W2"), 1),) if len(hand) == 10 else ()
        found = win(counts_of(hand), claimed, tile, WinContext(flowers=1))
        assert found is not None, name
        seen[name] = {value for fan, _, value in fan_lines(found.fans) if fan == name}
    assert seen.keys() == ENGLISH_NAMES.keys()
    assert {name: {fan_of_name(name)[2]} for name in seen} == seen
