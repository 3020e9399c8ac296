"""Games of our judge written in each format are read back the same, and the judge agrees."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.course_data import blocks_in, parse_course_hand
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.hand import RecordedHand, hand_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import MatchError, read_matches, recorded_in, write_matches
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.recorded import Recorded


def fail(line: str) -> None:
    raise AssertionError(line)


def write(source: Path, wanted: Format, out: Path, skipped: list[str] | None = None) -> list[Match]:
    tell = fail if skipped is None else skipped.append
    converted([source], wanted, out, None, tell, force=True)
    return list(read_matches(out)) if wanted is not Format.SEAT else []


def shown(hand: RecordedHand) -> RecordedHand:
    """A hand as the data set shows it: without the lines of a file."""
    return hand._replace(steps=tuple(step._replace(line=0) for step in hand.steps))


def hold_full_formats(source: Path, matches: list[Match], tmp_path: Path) -> None:
    """Lines and logs lose nothing, one after the other, plain and packed."""
    for out in ("a.matches", "b.matches.gz", "c.matches.zip"):
        found = write(source, Format.BOTZONE, tmp_path / out)
        assert found == [match.model_copy(update={"level": None}) for match in matches]
    found = write(tmp_path / "c.matches.zip", Format.LINES, tmp_path / "back.jsonl.gz")
    assert found == [match.model_copy(update={"level": None}) for match in matches]


def hold_course_data(source: Path, matches: Iterable[Match], tmp_path: Path) -> None:
    """What the data set can say of a game comes back; its matches hold the same at our judge."""
    out = tmp_path / "data.txt"
    skipped: list[str] = []
    found = write(source, Format.DATASET, out, skipped)
    fair = [match for match in matches if match.result.action in ("HU", "HUANG")]
    told = [hand_of(match) for match in fair]
    assert [shown(hand_of(match)) for match in found] == [shown(hand) for hand in told]
    for match, original in zip(found, fair, strict=True):
        assert disagreement(match) is None
        assert not match.wall_known
        assert match.result == original.result
        assert match.requests == original.requests
    lines = out.read_text(encoding="utf-8").splitlines()
    parsed = [parse_course_hand(block, first).hand for first, block in blocks_in(iter(lines))]
    assert [shown(hand) for hand in parsed] == [shown(hand) for hand in told]
    for through, again in ((Format.LINES, "x.jsonl"), (Format.BOTZONE, "x.matches")):
        write(out, through, tmp_path / again)
        write(tmp_path / again, Format.DATASET, tmp_path / "again.txt.gz")
        assert gzip.decompress((tmp_path / "again.txt.gz").read_bytes()) == out.read_bytes()


def hold_human_games(source: Path, matches: list[Match], tmp_path: Path) -> None:
    """What the human games can say of a game comes back: all but wishes and the dealer's order."""
    fair = [match for match in matches if match.result.action in ("HU", "HUANG")]
    for out in ("hands", "hands.zip"):
        found = write(source, Format.HUMAN, tmp_path / out, [])
        assert [match.result for match in found] == [match.result for match in fair]
        for match, original in zip(found, fair, strict=True):
            assert disagreement(match) is None
            assert match.scores == original.scores
            assert match.id == original.id
            assert told_by_humans(hand_of(match)) == told_by_humans(hand_of(original))
    again = tmp_path / "again"
    write(tmp_path / "hands.zip", Format.HUMAN, again, [])
    texts = [
        [path.read_bytes() for path in sorted(folder.rglob("*.txt"))]
        for folder in (again, tmp_path / "hands")
    ]
    assert texts[0] == texts[1]


def told_by_humans(hand: RecordedHand) -> RecordedHand:
    first = hand.steps[0]
    assert first.tile is not None
    steps = [step._replace(line=0, preempted=()) for step in hand.steps]
    # The dealer's 13 tiles and the first draw are one list there.
    dealt = tuple(sorted([*hand.deals[0], first.tile]))
    steps[0] = first._replace(tile=None, line=0)
    others = tuple(tuple(sorted(deal)) for deal in hand.deals[1:])
    return hand._replace(
        id="", deals=(dealt, *others), steps=tuple(steps), tells_all=False, scores=None
    )


def hold_seats(source: Path, matches: list[Match], tmp_path: Path) -> None:
    """Each seat's view comes back, and converts to itself alone."""
    out = tmp_path / "seats.jsonl.gz"
    write(source, Format.SEAT, out)
    views = [record.game for record in recorded_in(out)]
    expected = [seat_of(match, seat) for match in matches for seat in range(4)]
    assert len(views) == len(expected)
    for view, one in zip(views, expected, strict=True):
        assert isinstance(view, SeatRecord)
        assert view._replace(wall_size=0) == one._replace(wall_size=0)
        assert [turn for turn, _ in view.states()] == list(range(len(one.requests)))
    write(out, Format.SEAT, tmp_path / "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes() == out.read_bytes()
    with pytest.raises(MatchError, match="seats.jsonl.gz: line 1: what one seat saw"):
        list(read_matches(out))


def hold_refusals(source: Path, tmp_path: Path) -> None:
    """Formats that cannot say that there was one wall refuse it, and nothing is written."""
    for wanted, out in ((Format.DATASET, "data.txt"), (Format.HUMAN, "human")):
        with pytest.raises(ValueError, match=r"\d: .* a wall for each seat"):
            converted([source], wanted, tmp_path / out, None, print)
        assert not (tmp_path / out).exists()


def hold(count: int, tmp_path: Path) -> Counter[str]:
    """All of it over games of our judge; what happened in them."""
    happened: Counter[str] = Counter()
    for flowers, common in product((False, True), repeat=2):
        folder = tmp_path / f"{flowers}-{common}"
        folder.mkdir()
        matches = list(judged_games(count, flowers, common_wall=common))
        source = folder / "games.jsonl.gz"
        write_matches(source, matches)
        hold_full_formats(source, matches, folder)
        hold_seats(source, matches, folder)
        if common:
            hold_refusals(source, folder)
        else:
            (hold_human_games if flowers else hold_course_data)(source, matches, folder)
        for match in matches:
            happened[match.result.action] += 1
            happened["flower"] += any(" BUHUA " in row[0] for row in match.requests)
            fair = match.result.action in ("HU", "HUANG")
            steps = hand_of(match).steps if fair else ()
            happened.update({step.kind for step in steps})
            happened["preempted"] += any(step.preempted for step in steps)
            happened["robbed"] += any(
                (one.kind, two.kind) == ("BUGANG", "HU") for one, two in pairwise(steps)
            )
    return happened


IN_AN_HOUR = (pytest.mark.slow, pytest.mark.timeout(3600))


@pytest.mark.parametrize(
    ("count", "kinds"),
    [(9, ("CHI", "PENG")), pytest.param(1000, ("BUGANG", "robbed"), marks=IN_AN_HOUR)],
)
def test_judged_games_come_back_from_every_format(
    tmp_path: Path, count: int, kinds: tuple[str, ...]
) -> None:
    """Thousands of games: pytest -m slow tests/mj_lab/core/records/convert."""
    happened = hold(count, tmp_path)
    for kind in ("HU", "HUANG", "GANG", "flower", "preempted", *kinds):
        assert happened[kind], kind


def test_rare_games_come_back(recorded: Recorded, tmp_path: Path) -> None:
    """Kongs, robbed kongs and ignored claims as they were recorded on Botzone or at our judge."""
    matches = [Match.model_validate(record) for record in recorded("rare_games")[:60]]
    matches = [match for match in matches if len(match.wall) == 136]
    kinds = {
        step.kind
        for match in matches
        if match.result.action in ("HU", "HUANG")
        for step in hand_of(match).steps
    }
    assert {"GANG", "BUGANG", "HU"} <= kinds
    source = tmp_path / "rare.jsonl"
    write_matches(source, matches)
    hold_full_formats(source, matches, tmp_path)
    hold_course_data(source, matches, tmp_path)


@pytest.mark.foreign
def test_the_sample_of_the_data_set_is_read_whole_and_written_the_same(
    data_folder: Path, tmp_path: Path
) -> None:
    sample = data_folder / "botzone_games_sample.txt"
    matches = list(read_matches(sample))
    assert len(matches) == 16
    assert [disagreement(match) for match in matches] == [None] * 16
    write(sample, Format.LINES, tmp_path / "a.jsonl")
    write(tmp_path / "a.jsonl", Format.BOTZONE, tmp_path / "a.matches.gz")
    write(tmp_path / "a.matches.gz", Format.DATASET, tmp_path / "back.txt")
    lines = [line.strip() for line in sample.read_text(encoding="utf-8").splitlines()]
    assert (tmp_path / "back.txt").read_text(encoding="utf-8").splitlines() == lines


def variants(log: dict[str, Any]) -> dict[str, Any]:
    """A log as it has been seen in the wild."""
    bare = {key: value for key, value in log.items() if key not in ("players", "scores", "game")}
    initdata = json.dumps(log["initdata"])
    players = [{"type": "bot", "bot": {"name": one["name"]}} for one in log["players"]]
    return {
        "an oid": {**log, "_id": {"$oid": log["_id"]}},
        "initdata as text": {**log, "initdata": initdata},
        "logs": {**{key: value for key, value in log.items() if key != "log"}, "logs": log["log"]},
        "the log as text": {**log, "log": json.dumps(log["log"])},
        "bots' names": {**log, "players": players},
        "initdata empty": {**log, "initdata": ""},
        "initdata null": {**log, "initdata": None},
        "no initdata": {key: value for key, value in log.items() if key != "initdata"},
        "the list alone": log["log"],
        "nothing else": bare,
    }


def test_logs_are_read_in_every_form_that_was_seen(tmp_path: Path) -> None:
    for match in (*judged_games(4), *judged_games(3, flowers=True)):
        for name, record in variants(to_botzone(match)).items():
            path = tmp_path / "log.json"
            path.write_text(json.dumps(record, indent=1 if "oid" in name else None))
            (found,) = read_matches(path)
            for field in ("quan", "requests", "responses", "scores", "result"):
                assert getattr(found, field) == getattr(match, field), (name, field)
            if found.wall_known:
                assert found.wall == match.wall, name
            else:
                assert "initdata" in name or "alone" in name
            assert disagreement(found) is None, name
            if "alone" not in name and name != "nothing else":
                assert (found.id, found.players) == (match.id, match.players), name


def test_what_bots_remarked_and_how_long_they_took_stays(tmp_path: Path) -> None:
    """And whose they are; in a log, in a line, and in what one seat saw."""
    (match,) = judged_games(1)
    beside: dict[str, Any] = {
        "debug": ((2, 0, "why"), (5, 3, "!! a fault !! 国标")),
        "times": ((12.5, None, 0.0, 3.0), *[(None,) * 4] * (len(match.requests) - 1)),
        "known_as": (("id", "user"), (), ("x",), ()),
    }
    match = match.model_copy(update=beside)
    source = tmp_path / "source.jsonl"
    write_matches(source, [match])
    hold_full_formats(source, [match], tmp_path)
    write(source, Format.SEAT, tmp_path / "seats.jsonl")
    views = [found.game for found in recorded_in(tmp_path / "seats.jsonl")]
    # What Botzone sends one seat has no times.
    assert views == [seat_of(match, seat)._replace(times={}) for seat in range(4)]


def test_lists_and_lines_of_logs(tmp_path: Path) -> None:
    matches = list(judged_games(3))
    logs = [to_botzone(match) for match in matches]
    (tmp_path / "list.json").write_text(json.dumps(logs))
    (tmp_path / "lines.matches").write_text("".join(json.dumps(log) + "\r\n" for log in logs))
    for name in ("list.json", "lines.matches"):
        assert list(read_matches(tmp_path / name)) == matches
