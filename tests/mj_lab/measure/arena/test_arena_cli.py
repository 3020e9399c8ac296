"""The arena's commands in real processes: killed, interrupted, gone on with, given nonsense."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command import mj, refused

TWO = ("duel", "greedy", "random")
DUEL = (*TWO, "--mode", "quick", "--seed", "5")
# Slow enough to be killed in its middle.
AT_THE_JUDGE = ("--engine", "local")
LEAGUE = ("league", "greedy", "random", "random", "random", "--seatings", "4", "--seed", "5")


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "mj_lab", *map(str, words)]


def result_of(path: Path) -> dict[str, Any]:
    summary: dict[str, Any] = json.loads(path.read_text())
    del summary["timing"]
    return summary


def played(*words: str | Path, folder: Path, name: str) -> dict[str, Any]:
    path = folder / f"{name}.json"
    done = mj(*words, "--store", folder / f"{name}.db", "-o", path)
    assert done.returncode == 0, done.stderr
    return result_of(path)


def start(*words: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_units(process: subprocess.Popen[str], database: Path) -> None:
    """Wait for some walls: while it is written nobody else may read it, but its log grows."""
    log, size = Path(f"{database}-wal"), 60_000
    while process.poll() is None and not (log.exists() and log.stat().st_size > size):
        time.sleep(0.005)
    assert process.poll() is None, process.communicate()


def count_in(database: Path) -> int:
    if not database.exists():
        return 0
    connection = sqlite3.connect(database)
    try:
        return int(connection.execute("SELECT count(*) FROM unit").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_prints_what_is_there_and_the_same_command_goes_on(
    tmp_path: Path, jobs: int
) -> None:
    database, output = tmp_path / "run.db", tmp_path / "run.json"
    words = (*DUEL, *AT_THE_JUDGE, "--jobs", str(jobs), "--store", database, "-o", output)
    process = start(*words, "--walls", "100000")
    wait_for_units(process, database)
    os.kill(process.pid, signal.SIGINT)
    # Its workers have the same standard output: it ends once they are gone too.
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "points a game and seat" in out
    assert "the same command resumes" in err
    assert "Traceback" not in err
    stopped = result_of(output)
    assert not stopped["complete"]
    count = stopped["wall_count"]
    assert mj(*words, "--walls", str(count)).returncode == 0
    assert result_of(output) == played(
        *DUEL, "--walls", str(count), folder=tmp_path, name="through"
    )


@pytest.mark.thorough
def test_the_database_is_found_again_without_being_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[4]))
    assert mj(*DUEL, "--walls", "2").returncode == 0
    assert mj(*DUEL, "--walls", "3").returncode == 0
    assert mj(*DUEL, "--walls", "2", "--seed", "6").returncode == 0
    counts = sorted(count_in(path) for path in (tmp_path / ".mj").glob("duel-*.db"))
    assert counts == [2, 3]


def test_the_table_says_what_json_says(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    done = mj(*DUEL, "--walls", "6", "--store", tmp_path / "db", "-o", path)
    summary = json.loads(path.read_text())
    difference = summary["difference"]
    assert "6 walls, 2v2 quick, seed 5: 12 games" in done.stdout
    assert f"{difference['mean']:+.2f} ± {difference['error']:.2f}" in done.stdout
    for side in summary["sides"].values():
        assert f"{side['score']:+.2f}" in done.stdout
        assert f"{side['wins']} ({100 * side['win_rate']:.1f}%)" in done.stdout
    assert set(difference) == {"mean", "error", "low", "high"}


@pytest.mark.thorough
def test_walls_are_written_and_played_by_others(tmp_path: Path) -> None:
    walls = tmp_path / "walls.jsonl"
    walls.write_text(mj("arena", "walls", "--seed", "5", "--count", "4").stdout)
    assert len(walls.read_text().splitlines()) == 4
    given = played(*DUEL, "--walls", walls, folder=tmp_path, name="given")
    seeded = played(*DUEL, "--walls", "4", folder=tmp_path, name="seeded")
    assert given["walls"] == seeded["walls"]
    assert given["difference"] == seeded["difference"]


def test_by_the_clock_a_tactic_is_cut(tmp_path: Path) -> None:
    words = (*DUEL, "--walls", "1", "--limit", "1e-6")
    summary = played(*words, folder=tmp_path, name="cut")
    assert summary["clock"] == 1e-6
    assert sum(side["faults"].get("TLE", 0) for side in summary["sides"].values()) == 2


@pytest.mark.thorough
def test_saved_matches_verify(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    done = mj(*DUEL, "--walls", "2", "--store", tmp_path / "db", "-o", folder, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [
        f"wall-{wall}-{seating}.jsonl" for wall in (0, 1) for seating in (0, 1)
    ]
    assert mj("check", "verify", *files).stdout.splitlines()[-1] == "4 matches, 4 agree"


@pytest.mark.parametrize("words", [(*DUEL, "--walls", "1"), (*LEAGUE, "--rounds", "1")])
def test_stored_games_are_saved_and_shown_when_it_is_asked_for(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    first, folder, page = tmp_path / "first", tmp_path / "games.2", tmp_path / "a.html"
    folder.mkdir()
    kept = (*words, "--store", tmp_path / "db")
    assert mj(*words, "--store", tmp_path / "other", "-o", first).returncode == 0
    assert mj(*kept).returncode == 0
    done = mj(*kept, "-o", folder, "-o", page)
    assert done.returncode == 0 and "stored walls are played again" in done.stderr
    saved = {path.name: path.read_text("utf-8") for path in folder.glob("*.jsonl")}
    assert saved == {path.name: path.read_text("utf-8") for path in first.iterdir()}
    assert list(folder.glob("wall-*.html")) and page.exists()
    assert "played again" not in mj(*kept, "-o", folder).stderr


@pytest.mark.thorough
def test_a_duel_with_a_common_wall_is_another_and_says_so(tmp_path: Path) -> None:
    words = (*DUEL, "--walls", "3")
    folder = tmp_path / "matches"
    own = played(*words, folder=tmp_path, name="own")
    common = played(*words, "--common-wall", "-o", folder, folder=tmp_path, name="common")
    assert common["common_wall"] and "common_wall" not in own
    assert own["walls"] != common["walls"]
    assert "is of another run" in refused(*words, "--store", tmp_path / "common.db")
    done = mj(*words, "--common-wall", "--store", tmp_path / "common.db")
    assert "3 walls, 2v2 quick, common wall, seed 5: 6 games" in done.stdout
    assert all(json.loads(path.read_text())["common_wall"] for path in folder.iterdir())
    assert mj("check", "verify", folder).stdout.splitlines()[-1] == "6 matches, 6 agree"
    told = mj("arena", "strength", tmp_path / "common.db").stdout
    assert "mj duel greedy random --mode quick --common-wall --walls 3 --seed 5" in told


@pytest.mark.thorough
def test_compare_prints_the_paired_difference(tmp_path: Path) -> None:
    played(*DUEL, "--walls", "6", folder=tmp_path, name="one")
    words = ("duel", "random", "random", "--mode", "quick", "--seed", "5")
    played(*words, "--walls", "5", folder=tmp_path, name="two")
    pair = ("arena", "compare", tmp_path / "one.json", tmp_path / "two.json")
    done, told = mj(*pair), mj(*pair, "--json")
    assert (done.returncode, told.returncode) == (0, 0), done.stderr
    paired = json.loads(told.stdout)
    assert paired["wall_count"] == 5
    assert f"{paired['difference']['mean']:+.2f}" in done.stdout


@pytest.mark.thorough
def test_a_duel_stops_when_its_test_is_decided(tmp_path: Path) -> None:
    words = (*TWO, "--mode", "quick", "--until", "0:20", "--store", tmp_path / "db")
    page, output = tmp_path / "report.html", tmp_path / "duel.json"
    done = mj(*words, "-o", output, "-o", page)
    assert done.returncode == 0, done.stderr
    test = result_of(output)["sprt"]
    told = f"SPRT 0:20 is decided after {result_of(output)['wall_count']} walls"
    assert test["decided"] in (0, 20)
    assert told in done.stdout
    # The page has it as data, and words of it in either language: see report/test_page.py.
    data = re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert data is not None
    key, said = json.loads(data[1])["verdicts"][1]
    assert (key, said["test"]) == ("sprtDone", "0:20")
    assert said["walls"] == str(result_of(output)["wall_count"])
    assert said["decided"] == f"{test['decided']:g}"


@pytest.mark.thorough
def test_the_fast_table_plays_the_same_and_says_what_it_has_not(tmp_path: Path) -> None:
    duel = (*DUEL, "--walls", "4")
    local = played(*duel, *AT_THE_JUDGE, "-o", tmp_path / "here", folder=tmp_path, name="local")
    there = ("--engine", "fast", "--jobs", "2", "-o", tmp_path / "there")
    assert played(*duel, *there, folder=tmp_path, name="fast") == local
    saved = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert saved == {path.name: path.read_bytes() for path in (tmp_path / "there").iterdir()}
    assert len(saved) == 8
    league = (*LEAGUE, "--rounds", "1")
    assert played(*league, *there[:4], folder=tmp_path, name="fast league") == played(
        *league, *AT_THE_JUDGE, folder=tmp_path, name="league"
    )
    done = mj("duel", "odds", "v1_1", "--engine", "fast", "--store", tmp_path / "db")
    assert done.returncode == 2
    assert done.stderr == (
        "mj: the fast table has no v1_1; it plays cnn, expectimax, greedy, learned, net,"
        " odds, random, rule_based, which_discard: --engine local plays all\n"
    )


@pytest.mark.thorough
def test_a_league_is_printed(tmp_path: Path) -> None:
    output = tmp_path / "league.json"
    done = mj(*LEAGUE, "random", "--rounds", "2", "--store", tmp_path / "db", "-o", output)
    assert done.returncode == 0, done.stderr
    best = json.loads(output.read_text())["standings"][0]
    assert best["name"] == "greedy"
    assert re.search(rf"1 │ greedy +│ +{best['points']:g} ", done.stdout)
    assert "random (4)" in done.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("duel", "greedy", "gready"), "no tactic 'gready'"),
        (("duel", "greedy", "cmd:no_such_bot"), "no such program: no_such_bot"),
        ((*TWO, "--mode", "3v1"), "no such mode: '3v1'"),
        ((*TWO, "--engine", "fast@x"), "takes no address: ray and fast-ray do"),
        ((*TWO, "--engine", "cloud"), "no such engine: 'cloud'"),
        ((*TWO, "--until", "1:"), "LOW:HIGH are two numbers"),
        ((*TWO, "--until", "1:0"), "LOW must be below HIGH"),
        ((*TWO, "--walls", "absent"), "absent: No such file"),
        (("league", "greedy", "random", "random"), "a league needs four players, not 3"),
        (("league", *["random"] * 4, "--seatings", "5"), "24 seatings or 4, not 5"),
        ((*TWO, "--until", "0"), "--until is a number above 0, or LOW:HIGH, not 0"),
        ((*TWO, "--limit", "nan"), "'--limit': expected 0.000001 or more"),
        (
            ("duel", "keep:./bot.py", "random", "--common-wall"),
            "keep:./bot.py: programs cannot play with a common wall",
        ),
        (("arena", "compare", "absent", "absent"), "absent: No such file"),
    ],
)
def test_nonsense_is_told_in_one_line(tmp_path: Path, words: tuple[str, ...], reason: str) -> None:
    options = ("--store", tmp_path / "db") if words[0] != "arena" else ()
    assert reason in refused(*words, *options)
