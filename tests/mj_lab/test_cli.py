"""The command `mj`: what it prints, its exit codes, one line for bad input."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mj_lab import cli
from mj_lab.cli import command_of
from tests.command import mj, refused

DATA = Path(__file__).parents[1] / "data"
MATCHES = DATA / "matches.jsonl.gz"
LOG = DATA / "botzone_log.json"


def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.open(MATCHES, "rt", encoding="utf-8")]


def test_verify_agrees() -> None:
    done = mj("check", "verify", MATCHES, LOG)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "4 matches, 4 agree"


def test_verify_tells_what_differs(tmp_path: Path) -> None:
    record = records()[0]
    record["scores"] = [0, 0, 0, 1]
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(record))
    done = mj("check", "verify", bad, MATCHES)
    assert done.returncode == 1
    assert "scores: recorded [0, 0, 0, 1]" in done.stdout
    assert done.stdout.splitlines()[-1] == "4 matches, 3 agree"


def test_legal() -> None:
    done = mj("check", "legal", LOG, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith(", 0 disagreements")


@pytest.mark.parametrize("name", ["saved.jsonl", "saved.json"])
def test_play_saves_what_verifies(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    done = mj("play", "random", "greedy", "random", "random", "--seed", "5", "-o", path)
    assert done.returncode == 0, done.stderr
    assert "Scores 得分" in done.stdout
    checked = mj("check", "verify", path)
    assert checked.stdout.splitlines()[-1] == "1 matches, 1 agree"


def test_play_a_given_wall(tmp_path: Path) -> None:
    seats = ("greedy", "random", "greedy", "random")
    first, again, wall = tmp_path / "first.jsonl", tmp_path / "again.jsonl", tmp_path / "wall"
    assert mj("play", *seats, "--seed", "6", "-o", first).returncode == 0
    record = json.loads(first.read_text())
    wall.write_text(record["wall"] + "\n")
    done = mj("play", *seats, "--walls", wall, "-o", again)
    assert done.returncode == 0, done.stderr
    repeated = json.loads(again.read_text())
    assert repeated["responses"] == record["responses"]
    assert repeated["scores"] == record["scores"]
    assert (record["id"], repeated["id"]) == ("wall-6", "wall")


@pytest.mark.thorough
def test_play_under_the_wind_that_walls_wrote(tmp_path: Path) -> None:
    walls, third, saved = tmp_path / "walls", tmp_path / "third", tmp_path / "saved.jsonl"
    walls.write_text(mj("arena", "walls", "--count", "3").stdout)
    third.write_text(walls.read_text().splitlines()[2] + "\n")
    for words, wind in (((), 2), (("--wind", "1"), 1)):
        given = ("--walls", third, "-o", saved, "--force", *words)
        assert mj("play", *["random"] * 4, *given).returncode == 0
        assert json.loads(saved.read_text())["quan"] == wind


def test_it_starts_without_what_only_some_commands_need() -> None:
    """These took half of the time in which `mj --version` answers."""
    heavy = ("concurrent.futures.process", "numpy", "pydantic", "rich.progress", "torch")
    code = f"import sys, mj_lab.cli; print([one for one in {heavy} if one in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def test_a_command_alone_is_that_of_the_whole() -> None:
    whole = command_of().commands
    alone = {name: command_of(name).commands for name in cli._TOP}
    assert list(whole)[: len(alone)] == list(alone)
    assert all(hasattr(group, "commands") for group in list(whole.values())[len(alone) :])
    for name, commands in alone.items():
        assert len(commands) < 4
        info = [(param.name, param.opts) for param in commands[name].params]
        assert info == [(param.name, param.opts) for param in whole[name].params]


@pytest.mark.parametrize(
    "command", ["", "play", "check", "check legal", "explain", "arena", "duel"]
)
def test_help(command: str) -> None:
    done = mj(*command.split(), "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout


def test_explain_a_recorded_request(tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    hand = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"
    words = ("explain", request, "--tactic", "greedy")
    request.write_text(json.dumps({"requests": ["0 0 0", hand, "2 J1"], "responses": []}))
    done = mj(*words)
    assert done.returncode == 0, done.stderr
    assert "W123456789 B123 F1 J1" in done.stdout
    assert json.loads(mj(*words, "--json").stdout)["chosen"] in ("PLAY F1", "PLAY J1")
    requests = ["0 0 0", hand, "2 J1", "3 0 PLAY J1", "3 1 DRAW"]
    record = {"requests": requests, "responses": ["PASS", "PASS", "PLAY J1", "PASS"]}
    request.write_text(json.dumps(record))
    told = json.loads(mj(*words, "--at", "2", "--json").stdout)
    assert told["chosen"] in ("PLAY F1", "PLAY J1")
    assert "request 4 only allows PASS" in refused("explain", request, "--at", "4")


def test_explain_a_turn_of_a_match() -> None:
    record = records()[0]
    turn = next(turn for turn, row in enumerate(record["requests"]) if row[0].startswith("2 "))
    done = mj("explain", MATCHES, "--seat", "0", "--at", str(turn), "--tactic", "greedy")
    assert done.returncode == 0, done.stderr
    assert f"greedy: {record['responses'][turn][0]}" in done.stdout


def test_agree_with_oneself_wholly(tmp_path: Path) -> None:
    path = tmp_path / "greedy.jsonl"
    done = mj("play", *["greedy"] * 4, "--seed", "9", "-o", path)
    assert done.returncode == 0
    told = json.loads(mj("check", "agree", path, "--tactic", "greedy", "--json").stdout)
    assert told["decisions"] > 50
    assert told["agreement"] == 1
    assert told["routes"] == {}
    assert told["split"]["claims"]["missed"] == told["split"]["claims"]["extra"] == 0


@pytest.mark.thorough
def test_agree_counts_the_same_whatever_the_jobs() -> None:
    words = ("check", "agree", MATCHES, "--tactic", "greedy")
    one, two = (mj(*words, "--json", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    assert 0 < json.loads(one)["agreement"] < 1
    assert "decisions" in mj(*words).stdout


@pytest.mark.thorough
def test_agree_by_level(data_folder: Path) -> None:
    path = data_folder / "botzone_matches.jsonl.gz"
    told = [
        json.loads(mj("check", "agree", path, "--tactic", "random", "--json", *words).stdout)[
            "decisions"
        ]
        for words in ((), ("--level", "weak"), ("--level", "leader", "--level", "strong"))
    ]
    assert told[0] == told[1] + told[2]
    assert min(told) > 0
