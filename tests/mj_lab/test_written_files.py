"""Commands that write files: what they refuse before any work, what they leave as it was."""

import json
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.command import ended, refused
from tests.mj_lab.core.test_options import commands

DUEL = ["duel", "greedy", "random", "--walls", "1", "--mode", "quick"]
LEAGUE = ["league", "greedy", "random", "random", "random", "--seatings", "4"]
TUNE = ["arena", "tune", "odds", "--against", "odds"]
TUNE += ["--param", "defence=0:1", "--param", "rival_win_rate=0.1:1"]
FOUR = ["greedy", "random", "random", "random"]
CONVERT = ["records", "convert", "seat.json", "--to"]
# Neither is looked for: the path to write is looked at before.
GONE = "not-there.json"
ID = "61602cb45ddc087351c04358"

# Words of a command and the file that they write, which is there with --force only.
OUTPUTS: list[tuple[list[str], str]] = [
    (["play", *FOUR, "-o"], "out"),
    (["play", *FOUR, "-o"], "out.json"),
    ([*DUEL, "-o"], "out.json"),
    ([*DUEL, "-o"], "out.html"),
    ([*LEAGUE, "-o"], "out.json"),
    ([*LEAGUE, "-o"], "out.html"),
    (["learn", "fit", "deal-in", GONE, "--out"], "out"),
    (["learn", "fit", "tile-location", GONE, "--out"], "out"),
    (["learn", "fit", "win-chance", GONE, "--out"], "out"),
    (["learn", "fit", "points", GONE, "--out"], "out"),
    ([*CONVERT, "lines", "-o"], "out"),
    ([*CONVERT, "lines", "-o"], "out.gz"),
    ([*CONVERT, "lines", "-o"], "out.zip"),
    ([*CONVERT, "human", "-o"], "out.zip"),
    ([*CONVERT, "lines", "-o", "other", "--skipped"], "out"),
    (["review", GONE, "-o"], "out"),
    (["check", "calibrate", GONE, "-o"], "out"),
    (["check", "forecast", GONE, "-o"], "out"),
    (["quiz", "make", GONE, "--out"], "out"),
    (["quiz", "replay", ID, "-o"], "out"),
    (["replay", GONE, "-o"], "out"),
    (["records", "fetch", ID, "-o"], "out"),
    (["learn", "export", GONE, "-o"], "out"),
    (["learn", "changes", GONE, "-o", "."], "changes.json"),
    (["new-tactic"], "mine"),
]
# Words of a command and a file of its own, with which it goes on.
KEPT: list[list[str]] = [
    [*DUEL, "--store"],
    [*LEAGUE, "--store"],
    [*TUNE, "--store"],
    ["check", "calibrate", GONE, "--store"],
    ["records", "index", "seat.json", "--store"],
    ["quiz", "--store"],
    ["quiz", "score", "--store"],
    ["quiz", "make", GONE, "--store"],
    ["learn", "adapt"],
    ["learn", "gate", "odds", "greedy", "--ledger"],
]

SEAT = {"requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"], "responses": []}

Run = Callable[..., tuple[int, str, str]]


def words_of(words: list[str], name: str) -> list[str]:
    """The whole command; of `learn changes` the file lies in the folder that is named."""
    return words if name == "changes.json" else [*words, name]


def named(case: tuple[list[str], str]) -> str:
    return " ".join(words_of(*case))[:70]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `mj` in a folder of its own; code, output, errors."""
    (tmp_path / "seat.json").write_text(json.dumps(SEAT))

    return partial(ended, folder=tmp_path)


def listed(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """All that is in a folder: its kind, and what it holds or leads to."""
    found = {}
    for path in folder.rglob("*"):
        kind = stat.S_IFMT(path.lstat().st_mode)
        held = b""
        if stat.S_ISREG(kind):
            held = path.read_bytes()
        elif stat.S_ISLNK(kind):
            held = os.fsencode(path.readlink())
        found[path] = kind, held
    return found


def test_the_list_has_every_command_with_force() -> None:
    forced = {
        name.partition(" ")[2]
        for name, one in commands().items()
        if any("--force" in option.opts for option in one.params)
    }
    tried = {name for name in forced for words, _ in OUTPUTS if " ".join(words).startswith(name)}
    assert len(forced) > 11
    assert tried == forced


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "behind a link"])
@pytest.mark.parametrize("case", [*OUTPUTS, *((one, "kept") for one in KEPT)], ids=named)
def test_a_pipe_is_refused_before_any_work(
    run: Run, tmp_path: Path, case: tuple[list[str], str], linked: bool
) -> None:
    path = tmp_path / case[1]
    os.mkfifo(path if not linked else tmp_path / "pipe")
    if linked:
        path.symlink_to("pipe")
    before = listed(tmp_path)
    code, out, err = run(*words_of(*case), *["--force"] * (linked and case in OUTPUTS))
    assert (code, out) == (2, ""), err
    assert err == f"mj: {case[1]} is a pipe, not a regular file\n"
    assert listed(tmp_path) == before


@pytest.mark.parametrize("case", OUTPUTS, ids=named)
def test_what_is_there_is_not_written_over_unasked(
    run: Run, tmp_path: Path, case: tuple[list[str], str]
) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / case[1]).symlink_to("precious")
    before = listed(tmp_path)
    code, out, err = run(*words_of(*case))
    assert (code, out) == (2, ""), err
    assert err == f"mj: {case[1]} exists already; --force overwrites it\n"
    assert listed(tmp_path) == before


def test_with_force_a_link_is_followed_and_nothing_else_is_left(run: Run, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "game.jsonl", tmp_path / "link.jsonl"
    target.write_text("old")
    link.symlink_to(target)
    code, _, err = run("play", *FOUR, "-o", "link.jsonl", "--force")
    assert (code, err) == (0, "")
    assert link.is_symlink()
    assert len(target.read_text().splitlines()) == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        "elsewhere", "game.jsonl", "link.jsonl", "seat.json"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["out.jsonl", "out.gz", "out.zip"])
def test_convert_writes_over_a_file_by_force(run: Run, tmp_path: Path, name: str) -> None:
    assert run(*CONVERT, "seat", "-o", name)[0] == 0
    wanted = (tmp_path / name).read_bytes()
    (tmp_path / name).write_text("old")
    code, _, err = run(*CONVERT, "seat", "-o", name, "--force")
    assert (code, err) == (0, "")
    assert (tmp_path / name).read_bytes() == wanted
    assert {path.name for path in tmp_path.iterdir()} == {"seat.json", name}


def test_where_nothing_came_through_the_list_of_skipped_says_why(run: Run, tmp_path: Path) -> None:
    before = listed(tmp_path)
    code, _, err = run(*CONVERT, "lines", "-o", "out", "--skipped", "why")
    assert code == 2 and "out: nothing to write" in err
    assert (tmp_path / "why").read_text().startswith("seat.json")
    (tmp_path / "why").unlink()
    assert listed(tmp_path) == before
    assert run("records", "convert", GONE, "--to", "lines", "-o", "out", "--skipped", "why")[0] == 2
    assert listed(tmp_path) == before


def test_a_named_file_without_a_game_is_told_by_the_exit_code(run: Run, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}")
    code, _, err = run(*CONVERT[:3], "no.json", "--to", "seat", "-o", "out")
    assert code == 2 and err.startswith("mj: no.json: neither") and (tmp_path / "out").exists()


@pytest.mark.thorough
def test_figures_of_an_interrupted_run_are_written_over_and_no_others(
    run: Run, tmp_path: Path
) -> None:
    words = (*DUEL, "-o", "out.json", "-o", "out.html")
    assert run(*words)[0] == 0
    for name in ("out.json", "out.html"):
        path = tmp_path / name
        finished = path.read_text()
        assert run(*words)[2] == f"mj: {name} exists already; --force overwrites it\n"
        assert finished.count('"complete": true') + finished.count('"complete":true') == 1
        for begun in ('"complete": true', '"complete":true'):
            path.write_text(path.read_text().replace(begun, begun.replace("true", "false")))
    assert run(*words)[0] == 0
    assert json.loads((tmp_path / "out.json").read_text())["complete"]
    assert "false" not in (tmp_path / "out.json").read_text()
    (tmp_path / "out.json").write_text('{"complete": false}')
    assert run(*words)[2] == "mj: out.json exists already; --force overwrites it\n"


@pytest.mark.parametrize("words", [["play", *FOUR, "-o"], [*DUEL, "--store"]])
def test_a_device_is_a_device_afterwards(tmp_path: Path, words: list[str]) -> None:
    """A node of its own like /dev/null, for which faults are harmless."""
    try:
        os.mknod(tmp_path / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device can be made here")
    said = refused(*words, "null", folder=tmp_path)
    assert said == "mj: null is a device, not a regular file\n"
    assert stat.S_ISCHR((tmp_path / "null").lstat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["null"]
