"""Files as people bring them: what is read of each, at the command, at a server and on the site."""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple

from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from tests.mj_lab.core.records.formats.platforms.tables import common_wall_games, written

NAMES = ("国标麻将", "甲乙", "丙", "a player")


class Brought(NamedTuple):
    """A file. told: what it is refused with, behind its name; "" where it is read, with NAMES."""

    name: str
    data: bytes
    told: str = ""


def brought() -> list[Brought]:
    """One hand of people in the encodings, line ends and states that its file may be in."""
    (match,) = common_wall_games(1)
    record = written(match.model_copy(update={"players": NAMES}), tziakcha_record)
    line = json.dumps(record, ensure_ascii=False)
    pretty = json.dumps(record, ensure_ascii=False, indent=1)
    text, gbk = pretty.encode(), pretty.encode("gbk")
    lines = f"{line}\n{line}\n".encode()
    bad = text.replace("乙".encode(), b"\xe4\xbc", 1)
    at = pretty.count("\n", 0, pretty.index("乙")) + 1
    half = len(text) * 2 // 3
    cut = f"line {text[:half].count(10) + 1}: ends inside the value"
    letter = text.index("乙".encode()) + 2
    bare = {**record, "step": {name: part for name, part in record["step"].items() if name != "w"}}
    long = json.dumps({**record, "notes": ["x" * 1000] * 4000}, indent=1).encode()
    return [
        Brought("gbk.json", gbk),
        Brought("gbk_lines.jsonl", line.encode("gbk") + b"\r\n"),
        Brought("utf_16.json", pretty.encode("utf-16")),
        Brought("utf_16_be.json", b"\xfe\xff" + pretty.encode("utf-16-be")),
        Brought("utf_16_without_mark.jsonl", line.encode("utf-16-le")),
        Brought("packed_utf_16.json.gz", gzip.compress(pretty.encode("utf-16"))),
        Brought("mark.json", b"\xef\xbb\xbf" + text),
        Brought("mark_in_the_middle.jsonl", b"\xef\xbb\xbf" + line.encode()),
        Brought("line_ends.json", pretty.replace("\n", "\r\n").encode()),
        Brought("blank_lines.json", b"\n \r\n" + text + b"\n\n"),
        Brought("one_bad_byte.json", bad, f"line {at}: not UTF-8: byte 0xe4"),
        Brought("bad_byte.jsonl", lines.replace(b"]", b"\xff]", 1), "line 1: not UTF-8: byte 0xff"),
        Brought("bad_end.jsonl", lines[:-9] + b"\xff" * 9, "line 2: not UTF-8: byte 0xff"),
        Brought("cut_short.json", text[:half], cut),
        Brought(
            "cut_gbk.json", gbk[: gbk.index(b'"p"') + 9], _end_of(gbk[: gbk.index(b'"p"') + 9])
        ),
        Brought(
            "cut_utf_16.json",
            pretty.encode("utf-16-le")[: 2 * half + 1],
            _end_of(pretty[:half].encode()),
        ),
        Brought("cut_in_a_letter.json", text[:letter], f"line {at}: ends inside the value"),
        Brought("cut_short.jsonl", lines[:-9], "line 2: ends inside the value"),
        Brought(
            "cut_list.json",
            b"[\n" + text + b",\n" + text[:-9],
            _end_of(b"[\n" + text + b",\n" + text[:-9]),
        ),
        Brought("comma.json", text.replace(b",\n", b"\n", 1), "line 3: no JSON"),
        Brought(
            "bad_in_list.json",
            b"[" + text + b",\nx]",
            f"entry 2: line {len(text.splitlines()) + 1}: no JSON",
        ),
        Brought("without_wall.json", json.dumps(bare).encode(), "no wall: only it says"),
        Brought(
            "steps_without_wall.json", json.dumps(bare["step"]).encode(), "no wall: only it says"
        ),
        Brought("words.txt", b"hello\nthere\n", "line 1: no JSON"),
        Brought("long.json", long, "over 4 MB, too large for a "),
    ]


def _end_of(data: bytes) -> str:
    return f"line {data.rstrip().count(10) + 1}: ends inside the value"
