"""Match files: both formats read and written, malformed ones refused with the place."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.formats.botzone_log import from_botzone, to_botzone
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.matches import MatchError, read_matches, save_match, write_matches
from tests.recorded import Recorded


@pytest.fixture(scope="module")
def records(recorded: Recorded) -> list[dict[str, Any]]:
    return [*recorded("botzone_matches")[:5], *recorded("rare_games")[:5]]


def test_lines_round_trip(recorded: Recorded) -> None:
    for name in ("botzone_matches", "judged_games", "rare_games"):
        for record in recorded(name):
            match = Match.model_validate(record)
            again = json.loads(to_line(match))
            assert again == {**record, "id": match.id}


def test_botzone_log_round_trip(recorded: Recorded) -> None:
    for name in ("botzone_matches", "judged_games", "rare_games"):
        for record in recorded(name):
            match = Match.model_validate(record)
            log = json.loads(json.dumps(to_botzone(match)))
            assert from_botzone(log) == match.model_copy(update={"level": None})


def test_the_text_of_an_entry_is_its_line(data_folder: Path) -> None:
    path = data_folder / "botzone_matches.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        assert [entry.text() for entry in read_entries(path)] == file.read().splitlines()


def test_equal_matches_give_equal_files(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    matches = [Match.model_validate(record) for record in records]
    for name in ("a.gz", "b.gz"):
        write_matches(tmp_path / name, matches)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_saved_log(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    match = Match.model_validate(records[0])
    save_match(tmp_path / "m.json", match)
    assert list(read_matches(tmp_path / "m.json")) == [match.model_copy(update={"level": None})]
    save_match(tmp_path / "m.jsonl", match)
    assert list(read_matches(tmp_path / "m.jsonl")) == [match]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def _broken(record: dict[str, Any]) -> list[tuple[object, str]]:
    return [
        ({**record, "wall": "W1 W0"}, "wall"),
        ({**record, "wall": 3}, "wall"),
        ({**record, "quan": 4}, "quan"),
        ({**record, "scores": [0, 0]}, "scores"),
        ({**record, "requests": record["requests"][:-1]}, "requests"),
        ({**record, "responses": [["PASS"], *record["responses"][1:]]}, "turn 0"),
        ({**record, "result": {"action": "HU", "player": 9}}, "result.player"),
        ({**record, "result": {"action": "HU", "fans": [["x"]]}}, "fans"),
        ({key: value for key, value in record.items() if key != "quan"}, "quan"),
        ([1], "entry 1"),
        ("text", "found str"),
        ({}, "neither"),
        ({"log": [{"output": {}}], "initdata": {}}, "log[0]"),
        ({"log": [{"output": {}}], "initdata": 3}, "initdata: expected an object"),
        ({"log": [{"output": {}}], "initdata": "{"}, "initdata"),
        ({"log": [{"0": {}}], "initdata": {"walltiles": "W1"}}, "log[0]"),
        ({"log": [{"output": {"content": {"0": ""}}}], "initdata": {"walltiles": ""}}, "log[0]"),
    ]


def test_malformed(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "bad.jsonl"
    for content, place in _broken(records[0]):
        path.write_text(json.dumps(content))
        with pytest.raises(MatchError) as caught:
            list(read_matches(path))
        message = str(caught.value)
        assert message.startswith(str(path)), message
        assert place in message
        assert "\n" not in message


def test_place_of_a_bad_line(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "bad.jsonl"
    good = json.dumps(records[0])
    path.write_text(f"{good}\n\n{good[:100]}\n")
    with pytest.raises(MatchError, match="line 3: ends inside the value$"):
        list(read_matches(path))


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"\xff\xfe", b"\x1f\x8bjunk", b"[" * 100_000, gzip.compress(b"{", mtime=0)],
)
def test_junk_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "junk"
    path.write_bytes(data)
    with pytest.raises(MatchError):
        list(read_matches(path))


HUMAN_DEALS = [
    "./2017/2017-01-01/1.xml",
    "东\t0\t['荒庄-0']\t\t荒庄",
    "0\t['W1','W1','W1','W2','W2','W2','W3','W3','W3','W4','W4','W4','W5','B7']\t0",
    "1\t['B2','B3','B1','B1','B1','B8','B8','B8','B9','B9','B9','T1','T1']\t0",
    "2\t['T2','T2','T2','T3','T3','T3','T4','T4','T4','T5','T5','T5','T6']\t0",
    "3\t['F1','F1','F1','F2','F2','F2','F3','F3','F3','F4','F4','F4','J1']\t0",
    "0\t打牌\t['B7']\t",
]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "1\t吃\t['B2','B3','B4']\tB4\t0",
            "line 8: the claimed tile is not the discard: B4, but B7 was discarded",
        ),
        ("0\t补花\t['H1']\t", "line 8: a flower that was not drawn"),
    ],
)
def test_a_human_game_that_contradicts_itself_is_told_with_both_tiles(
    line: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "hand.txt"
    path.write_text("\n".join([*HUMAN_DEALS, line]) + "\n", encoding="utf-8")
    with pytest.raises(MatchError, match=told):
        next(read_matches(path))
