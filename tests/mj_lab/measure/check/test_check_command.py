"""The commands `mj check ...` on recorded data and on what is none."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from mj_lab.core.game.result import Result as GameResult
from mj_lab.measure.check import faultless, fuzz
from mj_lab.measure.check.cli import register
from mj_lab.measure.check.fuzz import FuzzCount
from mj_lab.measure.check.shanten import comparison
from tests.command import refused

MATCHES = str(Path(__file__).parents[3] / "data" / "matches.jsonl.gz")

app = typer.Typer()
register(app)


def check(*words: str) -> Result:
    done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_shanten_is_mahjonggbs() -> None:
    done = check("shanten", "--count", "5")
    assert done.exit_code == 0
    assert done.output.splitlines()[-1] == "0 answers differ"
    assert re.search(r"^   13  knitted_straight +5 +0 ", done.output, re.MULTILINE)


def test_an_answer_that_differs_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [("regular_distance", 2, 3)]
    monkeypatch.setattr(comparison, "both_answers", lambda _: answers)
    done = check("shanten", "--count", "1")
    assert done.exit_code == 1
    assert "    ours   2\n    theirs 3\n" in done.output
    assert done.output.splitlines()[-1] == "5 answers differ"


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_shanten_is_mahjonggbs_on_many_hands() -> None:
    """Four minutes of one core: make prove, or pytest -m slow -k many_hands."""
    assert check("shanten", "--count", "200000").exit_code == 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_mangled_inputs(data_folder: Path) -> None:
    """Three minutes of one core: make prove, or pytest -m slow -k mangled."""
    done = check("fuzz", "--count", "100000")
    assert "100,000 inputs, 0 at fault" in done.output


def test_fuzz_counts_and_makes_the_same_again(data_folder: Path) -> None:
    words = ("fuzz", "--count", "40", "--seed", "3")
    done, again = check(*words), check(*words)
    assert done.exit_code == 0
    assert "40 inputs, 0 at fault" in done.output
    figures = re.compile(r"^[\d,]+ answers, .*$", re.MULTILINE)
    assert figures.findall(done.output) == figures.findall(again.output) != []
    one = check("fuzz", "--first", "7", "--count", "1", "--seed", "3")
    assert "1 inputs, 0 at fault" in one.output
    assert one.output.startswith("Settings(")


def test_fuzz_tells_of_a_process_that_answers_wrong(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "play_turns", lambda turns, _: [b"PLAY W1\n"] * len(turns))
    done = check("fuzz", "--count", "5")
    assert done.exit_code == 1
    assert done.output.startswith("case ")


def test_fuzz_that_is_stopped_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    def stopped(numbers: range, *_: Any, **__: Any) -> Iterator[FuzzCount]:
        yield FuzzCount(inputs=7)
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "counts", stopped)
    done = check("fuzz", "--first", "5", "--count", "50")
    assert done.exit_code == 0
    assert done.output.startswith("stopped; continue with --first 12 --count 43\n")
    assert "7 inputs, 0 at fault" in done.output


@pytest.mark.foreign
def test_reference_tells_what_was_chosen_instead(data_folder: Path, tmp_path: Path) -> None:
    with gzip.open(data_folder / "reference_decisions.jsonl.gz", "rt", encoding="utf-8") as file:
        lines = [next(file) for _ in range(20)]
    changed = json.loads(lines[0])
    changed["chosen"] = "HU"
    path = tmp_path / "some.jsonl"
    path.write_text("".join([json.dumps(changed) + "\n", *lines[1:]]))
    told = check("reference", str(path)).output
    assert told.startswith("decisions 20, ")
    assert "HU -> " in told
    assert re.search(r"^  seven_pairs +100.00% +0.0000$", told, re.MULTILINE)
    assert "seven_pairs" not in check("reference", str(path), "--tactic", "greedy").output


def test_faultless_counts_how_games_end() -> None:
    done = check("faultless", "random", "greedy", "random", "random", "--games", "3")
    assert done.exit_code == 0
    assert "3 games of random greedy random random: " in done.output
    assert ", 0 faults" in done.output


def test_faultless_tells_a_fault_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [(4, GameResult("HUANG")), (5, GameResult("WA", 2))]
    monkeypatch.setattr(faultless, "results_of", lambda *_: ends)
    done = check("faultless", *["random"] * 4, "--games", "2", "--seed", "4")
    assert done.exit_code == 1
    assert "seed 5: Result(action='WA', player=2" in done.output
    assert ", 1 faults" in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["fuzz", "--tactic", "nobody"], "no tactic 'nobody'"),
        (["fuzz"], "/none/botzone_matches.jsonl.gz: no such file"),
        (["reference", MATCHES], "line 1: no recorded decision"),
        (["faultless", "random", "random"], "four players are needed, not 2"),
        (["faultless", "random", "random", "random", "nobody"], "no tactic 'nobody'"),
        ([], "which of its commands?"),
    ],
)
def test_bad_input_gets_one_line(
    monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.setenv("MJ_DATA", "/none")
    assert told in refused("check", *words)
