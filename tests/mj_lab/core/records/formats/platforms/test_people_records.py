"""tziakcha and Salasasa: the same ten hands in both forms, eight native ones, and games of ours."""

from __future__ import annotations

import json
from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from mj_bot.events import CHI, SEATS, Action
from mj_bot.state import Standing
from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.decisions import decisions_of, seats_by_turn
from mj_lab.core.records.formats.platforms.detect import hands_of_people
from mj_lab.core.records.formats.platforms.salasasa_writing import salasasa_record
from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.core.records.formats.platforms.tables import (
    Writer,
    common_wall_games,
    packed,
    recorded_json,
    written,
)

TZIAKCHA, SALASASA, NATIVE = "tziakcha_match.json", "salasasa_match.json", "salasasa_native.json"
RAW = "tziakcha_hand_raw.json"


def read(folder: Path, name: str) -> list[Match]:
    return list(read_matches(folder / name))


def build(record: Any) -> list[Match]:
    hands = hands_of_people(json.loads(json.dumps(record)))
    assert hands is not None
    return [hand.build() for hand in hands]


# -- recorded matches --------------------------------------------------------------------------


@pytest.mark.foreign
def test_both_forms_are_the_same_games(data_folder: Path) -> None:
    """Event for event; what only one form holds is what a seat wanted and did not get."""
    one, other = read(data_folder, TZIAKCHA), read(data_folder, SALASASA)
    assert len(one) == len(other) == 10
    told_by_one = {"id", "began", "player_ids", "place", "preempted", "untold"}
    for theirs, ours in zip(one, other, strict=True):
        assert theirs.model_dump(exclude=told_by_one) == ours.model_dump(exclude=told_by_one)
        assert theirs.place is not None and ours.place is not None
        assert theirs.place.totals == ours.place.totals
        assert set(theirs.untold) <= set(ours.untold)
        assert abs(theirs.began - one[0].began - (ours.began - other[0].began)) < 3600


@pytest.mark.foreign
@pytest.mark.parametrize("name", [TZIAKCHA, SALASASA, NATIVE, RAW])
def test_scores_winners_and_fans_are_the_records(data_folder: Path, name: str) -> None:
    """Counted anew at our judge on the one wall."""
    matches = read(data_folder, name)
    assert [disagreement(match) for match in matches] == [None] * len(matches)
    record = recorded_json(data_folder, name)
    if name == TZIAKCHA:
        for match, hand in zip(matches, record["records"], strict=True):
            step = hand["step"]
            assert list(match.scores) == step["s"]
            (winner,) = [seat for seat in range(SEATS) if step["b"] >> seat & 1]
            assert match.result.player == winner
            assert match.result.fan_total == step["y"][winner]["f"]
            times = Counter(fan.value * fan.times for fan in match.result.fans or ())
            told = step["y"][winner]["t"].values()
            assert times == Counter((one & 255) * ((one >> 8) + 1) for one in told)
    elif name != RAW:
        rounds = record.get("record", record)["game_round"].values()
        for match, hand in zip(matches, rounds, strict=True):
            won = next(tick for tick in hand["action_ticks"] if tick[0].startswith("hu_"))
            assert (match.result.player, match.result.fan_total) == (won[1], won[2])
            assert list(match.scores) == won[4]


@pytest.mark.foreign
@pytest.mark.parametrize("name", [TZIAKCHA, SALASASA, NATIVE])
def test_a_match_stays_a_match(data_folder: Path, name: str) -> None:
    """Seats follow the players, scores add up, the standing is known to every seat."""
    totals: Counter[str] = Counter()
    for number, match in enumerate(read(data_folder, name)):
        assert match.place is not None and match.place.hand == number
        assert match.place.hands == 16
        assert match.quan == number // 4
        assert match.place.totals == tuple(totals[player] for player in match.players)
        view = seat_of(match, 2)
        assert view.standing == Standing(number, 16, match.place.totals)
        assert view.unfolded().standing == view.standing
        totals.update(dict(zip(match.players, match.scores, strict=True)))
    assert sum(totals.values()) == 0
    if name == TZIAKCHA:
        assert list(match.ratings) == [2194, 2470, 2235, 2420]
        assert list(match.players) == ["player4", "player2", "player1", "player3"]


@pytest.mark.foreign
@pytest.mark.parametrize("name", [TZIAKCHA, NATIVE])
@pytest.mark.parametrize("wanted", [Format.BOTZONE, Format.LINES, Format.SALASASA, Format.TZIAKCHA])
def test_they_are_written_and_read_back(
    data_folder: Path, tmp_path: Path, name: str, wanted: Format
) -> None:
    lines: list[str] = []
    converted([data_folder / name], wanted, tmp_path / "out.jsonl", None, lines.append)
    assert lines == []
    back = list(read_matches(tmp_path / "out.jsonl"))
    named = {"id", "place", "untold", "preempted"} if wanted is Format.SALASASA else set()
    dumped = [match.model_dump(exclude=named) for match in back]
    matches = read(data_folder, name)
    # What is said of a wall there, is said of it all.
    if wanted in (Format.SALASASA, Format.TZIAKCHA):
        dumped = [one for one, match in zip(dumped, matches, strict=True) if match.wall_known]
        matches = [match for match in matches if match.wall_known]
    assert dumped == [match.model_dump(exclude=named) for match in matches]


@pytest.mark.foreign
def test_what_is_written_for_tziakcha_is_what_it_recorded(data_folder: Path) -> None:
    """But for the copies of a tile, which the platform numbers otherwise."""
    hands = recorded_json(data_folder, TZIAKCHA)["records"]
    for match, hand in zip(read(data_folder, TZIAKCHA), hands, strict=True):
        step = written(match, tziakcha_record)["step"]
        dealing, claims = [], []
        for rows in (step["a"], hand["step"]["a"]):
            dealing.append([(row[0], row[1] >> 2) for row in takewhile(lambda row: row[0], rows)])
            kept = {3: 63, 4: 255, 5: 255}  # Chows, pungs and kongs, without the copies in them.
            claims.append(
                [
                    (code, value & kept[code & 15])
                    for code, value, _ in rows
                    if value and code & 15 in kept
                ]
            )
        assert (dealing[0], claims[0]) == (dealing[1], claims[1])
        for key in ("i", "s", "b"):
            assert step[key] == hand["step"][key]


@pytest.mark.foreign
def test_claims_that_were_shown_are_answers(data_folder: Path) -> None:
    """A chow that a pung came before is what the seat answered."""
    match = read(data_folder, TZIAKCHA)[4]
    assert match.preempted == ((49, 2, "CHI W2"),)
    (decision,) = [one for one in decisions_of(match) if one.name.endswith("seat 2 turn 49")]
    assert decision.chosen == Action(CHI, None, 1)


@pytest.mark.foreign
def test_a_flower_that_was_kept_is_shown_when_it_was_shown(data_folder: Path) -> None:
    """South of hand 2 keeps its flower for a turn; its answers till then are not judged."""
    match = read(data_folder, TZIAKCHA)[1]
    assert not match.wall_known
    assert {seat for _, seat in match.untold} == {2}
    shown = [row[0] for row in match.requests if "BUHUA" in row[0]]
    actions = recorded_json(data_folder, TZIAKCHA)["records"][1]["step"]["a"]
    begun = next(place for place, (code, *_) in enumerate(actions) if code == 0)
    told = [
        f"3 {code >> 4} BUHUA H{(value >> 8 & 15) + 1}"
        for code, value, _ in actions[begun:]
        if code & 15 == 1
    ]
    assert shown == told


@pytest.mark.foreign
def test_every_form_of_a_tziakcha_record(data_folder: Path, tmp_path: Path) -> None:
    whole = recorded_json(data_folder, TZIAKCHA)
    (match, *_) = matches = build(whole)
    hand = whole["records"][0]
    free = json.loads(json.dumps(hand))
    free["step"]["a"][-1][1] = 0  # The win, without its fan.
    unnamed = {key: value for key, value in hand.items() if key != "belongs"}
    forms: list[Any] = [
        free,
        recorded_json(data_folder, RAW),
        hand,
        hand["step"],
        {"script": packed(hand["step"])},
        {**hand, "script": "<Decoded>"},
        {"records": [unnamed], "session": whole["session"]},
    ]
    for form in forms:
        (found,) = build(form)
        assert found.requests == match.requests
        assert found.result == match.result
    assert found.place == match.place
    third = {**whole["records"][2]["step"], "g": {"n": 2}}
    (found,) = build(third)
    assert found.place is not None and (found.place.hand, found.place.hands) == (2, 3)
    listed = tmp_path / "hands.json"
    listed.write_text(json.dumps(whole["records"]), encoding="utf-8")
    assert [one.requests for one in read_matches(listed)] == [one.requests for one in matches]
    folder = tmp_path / "folder"
    folder.mkdir()
    for place, one in enumerate(whole["records"]):
        text = json.dumps({"id": one["id"], "script": packed(one["step"])})
        (folder / f"{place:02}.json").write_text(text, encoding="utf-8")
    assert [one.requests for one in read_matches(folder)] == [one.requests for one in matches]


@pytest.mark.foreign
def test_every_form_of_a_salasasa_record(data_folder: Path) -> None:
    native = recorded_json(data_folder, NATIVE)
    matches = build(native)
    answer = {"success": True, "data": native}
    alone = native["record"]
    as_text = {**native, "record": json.dumps(native["record"])}
    for form in (answer, alone, as_text):
        assert [one.requests for one in build(form)] == [one.requests for one in matches]
    assert matches[0].players == ("q0", "q1", "q2", "q3")
    rounds = alone["game_round"]
    seventh = {"round_index_7": rounds["round_index_7"]}
    (lone,) = build({**native, "record": {**alone, "game_round": seventh}})
    # What came before is not in the record.
    assert (lone.requests, lone.place) == (matches[6].requests, None)


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.foreign
def test_other_rules_are_refused_in_words(data_folder: Path) -> None:
    for rule, sub_rule, told in (
        ("riichi", "riichi/standard", "riichi/standard"),
        ("guobiao", "guobiao/xiaolin", "only guobiao/standard is read"),
    ):
        record = recorded_json(data_folder, NATIVE)
        record["record"]["game_title"] |= {"rule": rule, "sub_rule": sub_rule}
        with pytest.raises(ValueError, match=told):
            build(record)


@pytest.mark.foreign
def test_what_cannot_be_is_told_with_its_event(data_folder: Path) -> None:
    hand = recorded_json(data_folder, TZIAKCHA)["records"][0]
    hand["step"]["a"][9][1] = 256 + 60  # A tile that the dealer has not.
    with pytest.raises(ValueError, match="event 10: not legal at our judge: PLAY"):
        build(hand)
    spoilt = {"id": "x", "script": "nothing"}
    with pytest.raises(ValueError, match="script: not base64 of zlib"):
        build(spoilt)
    with pytest.raises(ValueError, match="the platform refused: not found"):
        hands_of_people({"success": False, "message": "not found"})
    with pytest.raises(ValueError, match="mj records fetch"):
        hands_of_people({"periods": 16, "records": [{"id": "a"}]})


@pytest.mark.foreign
def test_of_a_match_the_hands_that_can_be_read_are(data_folder: Path, tmp_path: Path) -> None:
    whole = recorded_json(data_folder, TZIAKCHA)
    whole["records"][3]["step"]["w"] = "00"
    path = tmp_path / "match.json"
    path.write_text(json.dumps(whole), encoding="utf-8")
    skipped: list[str] = []
    found = list(read_matches(path, lambda error: skipped.append(str(error))))
    assert [match.id for match in found] == [f"hand{n:02}" for n in range(1, 11) if n != 4]
    assert len(skipped) == 1 and "hand 4: w: expected a wall of 144 tiles" in skipped[0]


# -- false wins, given-up claims, other counts ------------------------------------------------


@pytest.mark.foreign
def test_a_false_win_in_both_forms(data_folder: Path) -> None:
    """A seat declares a false win on the first discard: play goes on, 30 points are paid."""
    theirs = recorded_json(data_folder, TZIAKCHA)["records"][0]
    step = theirs["step"]
    step["a"].insert(10, [(2 << 4) + 6, 4, 12200])
    step["b"] |= 1 << 10
    step["s"] = [score + more for score, more in zip(step["s"], (10, 10, -30, 10), strict=True)]
    ours = recorded_json(data_folder, SALASASA)
    rounds = ours["game_round"]
    ticks = rounds["round_index_1"]["action_ticks"]
    first = next(place for place, tick in enumerate(ticks) if tick[0] == "c")
    ticks.insert(first + 1, ["hu_second", 2, 0, ["错和"], [10, 10, -30, 10], 38])
    ours["game_round"] = {"round_index_1": rounds["round_index_1"]}
    (one,), (other,) = build(theirs), build(ours)
    for match in (one, other):
        assert match.false_wins == ((3, 2),)
        assert match.penalties == (10, 10, -30, 10)
        assert match.scores == (124, -28, -68, -28)
        assert disagreement(match) is None
        for write in (salasasa_record, tziakcha_record):
            (again,) = build(written(match, write))
            assert (again.false_wins, again.scores) == (match.false_wins, match.scores)
    assert one.requests == other.requests


@pytest.mark.foreign
def test_a_claim_that_was_not_carried_out_in_salasasas_form(data_folder: Path) -> None:
    record = recorded_json(data_folder, SALASASA)
    ticks = record["game_round"]["round_index_5"]["action_ticks"]
    place = next(place for place, tick in enumerate(ticks) if tick[0] == "p")
    hand = build({**record})[4]
    for at in (place, place + 1):  # Before and behind what was carried out.
        ticks.insert(at, ["ca", 2, "cr", ticks[place][1]])
        found = build(record)[4]
        del ticks[at]
        assert found.preempted == ((49, 2, "CHI W2"),)
        assert found.requests == hand.requests


@pytest.mark.foreign
def test_another_count_is_kept_and_told(data_folder: Path) -> None:
    hand = recorded_json(data_folder, TZIAKCHA)["records"][0]
    hand["step"]["y"][0]["f"] = 31
    hand["step"]["y"][0]["t"]["72"] = 1
    (match,) = build(hand)
    assert match.result.fan_total == 31
    assert "喜相逢" in [fan.name for fan in match.result.fans or ()]
    assert disagreement(match) == "result: recorded fan_total 31, ours 30"


# -- games of our judge ---------------------------------------------------------------------------


@pytest.mark.parametrize("write", [salasasa_record, tziakcha_record])
def test_games_of_our_judge_come_back(write: Writer) -> None:
    """Kongs of all kinds, exhaustive walls, claims that were pre-empted."""
    happened: set[str] = set()
    for match in common_wall_games(60):
        (found,) = build(written(match, write))
        assert disagreement(found) is None
        assert found.wall_known
        assert (found.scores, found.result) == (match.scores, match.result)
        assert found.requests[4:] == match.requests[4:]
        assert len(found.requests) == len(match.requests)
        (again,) = build(written(found, write))
        assert again.model_copy(update={"id": found.id}) == found
        happened |= {row[0].split()[2] for row in match.requests[2:] if row[0][0] == "3"}
        happened |= {match.result.action, *("preempted" for _ in found.preempted)}
        last = [states for _, states in seats_by_turn(found)][-1]
        assert len(last) == SEATS
    assert happened >= {"CHI", "PENG", "GANG", "BUGANG", "BUHUA", "HU", "HUANG", "preempted"}


def test_a_record_of_one_hand_is_one_entry(tmp_path: Path) -> None:
    match = next(common_wall_games(1))
    path = tmp_path / "one.json"
    path.write_text(json.dumps(written(match)), encoding="utf-8")
    (entry,) = read_entries(path)
    assert entry.place == str(path)
    game = entry.build().game
    assert not isinstance(game, SeatRecord)
    assert game.players == match.players
