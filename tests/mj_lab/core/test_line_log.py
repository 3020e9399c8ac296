"""A file of lines: gone on with after a kill, one writer at a time, nothing else's touched."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mj_lab.core.line_log import LineLog, LineLogError


def log_in(path: Path) -> LineLog:
    return LineLog(path, "list of a test", "entry of a test")


def test_what_is_added_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    log = log_in(path)
    assert log.lines == [] and not path.exists()
    log.add({"word": "二"})
    log.add({"number": 2})
    log.close()
    assert log_in(path).entries(dict) == [{"word": "二"}, {"number": 2}]


def test_a_line_that_was_cut_off_makes_room_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b'{"a": 1}\n{"b": ')
    log = log_in(path)
    assert log.lines == [{"a": 1}]
    assert path.read_bytes().endswith(b'{"b": ')
    log.add({"c": 3})
    log.close()
    assert path.read_bytes() == b'{"a": 1}\n{"c": 3}\n'


def test_one_process_adds_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    first, second = log_in(path), log_in(path)
    first.hold()
    with pytest.raises(LineLogError, match="another process is using this file"):
        second.add({"b": 2})
    first.add({"a": 1})
    first.close()
    with pytest.raises(LineLogError, match="another process has added to this file"):
        second.add({"b": 2})
    third = log_in(path)
    third.add({"c": 3})
    third.add({"d": 4})
    assert path.read_text() == '{"a": 1}\n{"c": 3}\n{"d": 4}\n'


@pytest.mark.parametrize("content", [b"nonsense", b"nonsense\n", b"[1]\n", b"\n", b"\xff\n"])
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lines"
    path.write_bytes(content)
    with pytest.raises(LineLogError, match="is no list of a test"):
        log_in(path)
    assert path.read_bytes() == content


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text('{"a": 1}\n{"b"\n')
    with pytest.raises(LineLogError, match="line 2 is no entry of a test$"):
        log_in(path)
    path.write_text('{"kind": "k"}\n{"a": 1}\n{"b": 1}\n')
    log = log_in(path)
    log.settings("k", {})
    with pytest.raises(LineLogError, match="line 3 is no entry of a test: KeyError"):
        log.entries(lambda line: line["a"])
    log.close()


def test_other_settings_are_refused_and_nothing_written(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    log = log_in(path)
    log.settings("k", {"seed": (1, 2), "free": 1})
    log.close()
    again = log_in(path)
    again.settings("k", {"seed": [1, 2], "free": 2}, free=["free"])
    again.close()
    before = path.read_bytes() + b'{"torn'
    path.write_bytes(before)
    for kind, settings, told in (
        ("k", {"seed": [3], "free": 1}, r"is of another run: its seed is \[1, 2\], not \[3\]"),
        ("j", {"seed": [1, 2], "free": 1}, "is no list of a test"),
    ):
        other = log_in(path)
        with pytest.raises(LineLogError, match=told):
            other.settings(kind, settings)
        other.close()
    assert path.read_bytes() == before


def test_a_kill_loses_no_line_that_was_added(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from mj_lab.core.line_log import LineLog\n"
        "log = LineLog(Path(sys.argv[1]), 'list', 'entry')\n"
        "for number in range(50): log.add({'number': number})\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode == -9
    lines = [json.loads(line)["number"] for line in path.read_text().splitlines()]
    assert lines == list(range(50))
