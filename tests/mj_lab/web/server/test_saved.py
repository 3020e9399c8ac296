"""The list of saved matches: what arena and `mj play` write is found, other files are passed by."""

import gzip
import json
import os
import re
from pathlib import Path

from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import save_match, write_matches
from mj_lab.web.server.saved import LARGEST, SavedMatches, key_of
from tests.recorded import Recorded


def matches(recorded: Recorded, count: int) -> list[Match]:
    return [Match.model_validate(record) for record in recorded("rare_games")[:count]]


def test_newest_first_in_every_form(recorded: Recorded, tmp_path: Path) -> None:
    one, two, three = matches(recorded, 3)
    save_match(tmp_path / "one.jsonl", one)
    save_match(tmp_path / "two.json", two)
    (tmp_path / "deeper").mkdir()
    write_matches(tmp_path / "deeper" / "three.jsonl.gz", [three, one])
    for age, name in enumerate(("one.jsonl", "deeper/three.jsonl.gz", "two.json")):
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    saved = SavedMatches([tmp_path, tmp_path / "absent"])
    rows = saved.newest()
    assert [row["id"] for row in rows] == [one.id, three.id, two.id]
    assert [row["scores"] for row in rows] == [list(m.scores) for m in (one, three, two)]
    for row, name in zip(rows, ("one.jsonl", "three.jsonl.gz", "two.json"), strict=True):
        path = saved.path(row["key"])
        assert path is not None
        assert path.name == row["file"] == name


def test_other_files_are_passed_by(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}")
    (tmp_path / "figures.json").write_text('{"kind": "duel", "walls": []}')
    (tmp_path / "run.db").write_bytes(b"SQLite")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle.json").symlink_to(tmp_path / "circle.json")
    os.mkfifo(tmp_path / "pipe.json")
    assert SavedMatches([tmp_path]).newest() == []


def test_what_cannot_be_read_is_listed_with_what_is_wrong(
    recorded: Recorded, tmp_path: Path
) -> None:
    good = matches(recorded, 1)[0]
    save_match(tmp_path / "good.jsonl", good)
    packed = bytearray(gzip.compress(json.dumps(recorded("rare_games")[0]).encode()))
    packed[len(packed) // 2] ^= 0xFF
    broken = {
        "flipped.jsonl.gz": (bytes(packed), "Error -3|CRC|invalid"),
        "cut.jsonl": (json.dumps(recorded("rare_games")[0])[:500].encode(), "line 1: ends inside"),
        "junk.jsonl.gz": (b"\x1f\x8bjunk", "nknown compression|ended before"),
        "empty.jsonl": (b"", "nothing in it"),
        "list.json": (b"[]", "nothing in it"),
        "bytes.json": (b"{\xff", "^line 1: not UTF-8: byte 0xff$"),
        "half.json": (b'{"id": "\\ud800", "requests": []}', "half of a surrogate pair"),
        "no_match.json": (b'{"requests": []}', "quan"),
        "deep.json": (b"[" * 100_000, "ends inside"),
        "huge.jsonl": (b" " * (LARGEST + 1), "over 1 MB"),
        os.fsdecode(b"na\xffme.json"): (b"{", "^line 1: ends inside the value$"),
    }
    for name, (data, _) in broken.items():
        (tmp_path / name).write_bytes(data)
    rows = {row["file"]: row for row in SavedMatches([tmp_path]).newest()}
    assert rows.pop("good.jsonl")["id"] == good.id
    assert len(rows) == len(broken)
    for name, (_, told) in broken.items():
        row = rows[os.fsencode(name).decode("utf-8", "replace")]
        assert re.search(told, row["problem"]), row
        assert str(tmp_path) not in row["problem"]
        assert "\n" not in row["problem"]
        json.dumps(row).encode("utf-8")


def test_a_key_is_no_path(recorded: Recorded, tmp_path: Path) -> None:
    save_match(tmp_path / "one.jsonl", matches(recorded, 1)[0])
    saved = SavedMatches([tmp_path])
    for key in ("one.jsonl", "../one.jsonl", str(tmp_path / "one.jsonl"), "", "0" * 16):
        assert saved.path(key) is None


def test_a_file_that_changed_is_read_again(recorded: Recorded, tmp_path: Path) -> None:
    one, two = matches(recorded, 2)
    path = tmp_path / "match.jsonl"
    saved = SavedMatches([tmp_path])
    assert saved.newest() == []
    save_match(path, one)
    assert [row["id"] for row in saved.newest()] == [one.id]
    save_match(path, two)
    os.utime(path, (5, 5))
    assert [row["id"] for row in saved.newest()] == [two.id]
    path.unlink()
    assert saved.newest() == []


def test_what_the_bot_made_of_a_hand_is_in_its_row(recorded: Recorded, tmp_path: Path) -> None:
    found = matches(recorded, 1)[0]
    match = found.model_copy(update={"players": ("odds", "Mei", "greedy", "Bo")})
    names = ("table-0f-2", "table-0f-2-instead-1", "table-0f-2-instead-3", "table-0f-9-instead-1")
    forged = ("table-0f-99-instead-1", "table-0f-0-instead-2")
    for name in (*names, *forged, "table-0f-99", "table-0f-0"):
        save_match(tmp_path / f"{name}.jsonl", match.model_copy(update={"id": name}))
    saved = SavedMatches([tmp_path])
    rows = {row["id"]: row for row in saved.newest()}
    # In the second hand the player who began as East sits at North, West at South.
    told = {one["key"]: one for one in rows["table-0f-2"]["instead"]}
    for number, seat in ((1, 3), (3, 1)):
        name = f"table-0f-2-instead-{number}"
        path = tmp_path / f"{name}.jsonl"
        assert name not in rows
        assert told[key_of(path)] == {
            "key": key_of(path),
            "seat": seat,
            "score": match.scores[seat],
            "tactic": match.players[seat],
        }
        assert saved.path(key_of(path)) == path, "it opens all the same"
    # Whose hand is not listed, and what is no hand of a match, stays a row.
    assert {"table-0f-9-instead-1", *forged} <= rows.keys()
    assert {row["id"]: row for row in saved.newest()} == rows
