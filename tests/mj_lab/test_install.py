"""A fresh installation: what `mj` says of itself, and what it says where a package is missing."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tomllib

from mj_bot import __version__, tactics
from mj_lab.core.extras import ENGINE, install_line

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# As where these packages are not installed: whoever imports them gets an error.
WITHOUT = """
from functools import partial
from importlib.machinery import PathFinder
found = PathFinder.find_spec
def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in {absent!r} else found(name, path, target)
PathFinder.find_spec = partial(find_spec)  # Not a function: pytest makes a method of one.
from {main} import main
main()
"""


def mj(
    *words: str, without: tuple[str, ...] = (), folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    code = WITHOUT.format(absent=without, main="mj_lab.__main__")
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
    )


def names_of(requirements: list[str]) -> set[str]:
    return {line.split(">")[0].split("=")[0] for line in requirements}


TUNE = [
    *("arena", "tune", "odds", "--against", "greedy", "--store", "log"),
    *("--param", "defence=0.5:2", "--param", "fan_value=1:2"),
]

# What `mj` itself needs.
LAB = {"jinja2", "openskill", "pydantic", "rich", "typer"}
# Everything that only another extra brings, by what one imports.
IMPORTED = {
    *("cma", "gymnasium", "h11", "httpx", "matplotlib", "pettingzoo", "ray", "scipy"),
    *("starlette", "statsmodels", "tensorboard", "torch", "uvicorn", "websockets"),
}


def test_the_extras_are_these() -> None:
    extras = PROJECT["optional-dependencies"]
    told = {
        name
        for extra in extras
        for name in names_of(extras[extra])
        if extra not in ("all", "docs", "test")
    }
    ours = {name for name in told if name.startswith("mj-bot")}
    assert told == IMPORTED | LAB | {"tomli"} | ours
    assert names_of(PROJECT["dependencies"]) == {"numpy", "PyMahjongGB"}
    assert names_of(extras["lab"]) == LAB
    # What measures brings scipy, what draws brings both.
    brings = {name: one for name in extras for one in extras[name] if one.startswith("mj-bot[")}
    assert [name for name, one in brings.items() if one == "mj-bot[lab]"] == ["measure", "live"]
    assert set(extras) - {name for name, one in brings.items() if one == "mj-bot[measure]"} == {
        *("all", "docs", "lab", "live", "measure", "test")
    }


@pytest.mark.parametrize("words", [["--help"], ["web"], ["play", "odds", "odds", "odds", "odds"]])
def test_without_the_extra_lab_one_line_says_what_to_install(words: list[str]) -> None:
    done = mj(*words, without=tuple(LAB))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mj: mj needs typer: {install_line('lab')}\n"


@pytest.mark.thorough
def test_the_distances_are_tested_by_pytest_alone() -> None:
    """Without hypothesis, and without any plugin: none is skipped for it."""
    code = WITHOUT.format(absent=("hypothesis", "rehearsal"), main="pytest").replace(
        "main()", "raise SystemExit(main())"
    )
    tested = ("tests/mj_bot/shanten", "tests/mj_bot/routes/distance")
    done = subprocess.run(
        [sys.executable, "-c", code, *tested, "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.search(r"\d+ passed in", done.stdout)


@pytest.mark.thorough
def test_it_works_with_nothing_but_what_it_depends_on(tmp_path: Path) -> None:
    """The first commands of the README without any extra."""
    match, page = tmp_path / "match.json", tmp_path / "match.html"
    play = ["play", "greedy", "random", "random", "random", "--seed", "3", "-o"]
    for words in (
        [*play, str(match)],
        ["replay", str(match), "-o", str(page), "--tactic", "greedy"],
        ["check", "verify", str(match)],
        ["records", "convert", str(match), "--to", "dataset", "-o", str(tmp_path / "data.txt")],
        ["records", "notation", "123m"] + ["456p", "789s", "1234z"],
        ["fan", "W111222333", "W99", "B123"],
    ):
        done = mj(*words, without=tuple(IMPORTED))
        assert (done.returncode, done.stderr.strip()) == (0, ""), words
    assert json.loads(match.read_text())["log"]


@pytest.mark.slow
def test_a_game_is_shown_before_the_engine_is_built() -> None:
    """As `make play` shows it: bots and programs, at the judge."""
    program = f"cmd:{sys.executable} -m mj_bot --tactic greedy"
    words = ["play", program, *["random"] * 3, "--seed", "3"]
    done = mj(*words, without=(ENGINE,))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == mj(*words).stdout and "North 北" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["analyze", "3467m", "2345p", "34588s", "6z"],
        ["duel", "greedy", "random", "--walls", "1"],
        ["learn", "run", "imitate", "-o", "out"],
        ["web", "--port", "0"],
    ],
)
def test_without_the_engine_a_command_says_how_it_is_built(
    words: list[str], tmp_path: Path
) -> None:
    done = mj(*words, without=(ENGINE,), folder=tmp_path)
    (line,) = done.stderr.splitlines()
    assert done.returncode == 2
    assert line.endswith("needs mj_engine, which is not here or older than the rest: make engine")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("extra", "absent", "words"),
    [
        ("web", "uvicorn", ["web", "--port", "0"]),
        ("web", "starlette", ["web", "--port", "0"]),
        ("live", "httpx", ["live", "play"]),
        ("live", "h11", ["live", "fake"]),
        ("tune", "cma", TUNE),
        ("learn", "torch", ["learn", "run", "imitate", "-o", "out"]),
        ("ray", "ray", ["duel", "greedy", "random", "--walls", "1", "--engine", "ray"]),
        ("measure", "scipy", ["duel", "greedy", "random", "--walls", "2"]),
        ("plot", "matplotlib", ["check", "forecast", "-o", "forecast.png"]),
        ("plot", "matplotlib", ["check", "calibrate", "match.jsonl", "-o", "losses.svg"]),
    ],
)
def test_a_command_without_its_extra_says_what_to_install_here(
    extra: str, absent: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJ_BOTZONE_URL", "http://localhost:9/api/5f/a/localai")
    done = mj(*words, without=(absent,), folder=tmp_path)
    assert done.returncode == 2, done.stdout
    (line,) = done.stderr.splitlines()
    monkeypatch.chdir(tmp_path)
    assert line.endswith(": " + install_line(extra)), line
    assert f"{ROOT}[{extra}]" in line
    assert list(tmp_path.iterdir()) == []


def test_the_line_that_installs_names_this_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for extra in PROJECT["optional-dependencies"]:
        python, *words = install_line(extra).split()
        assert Path(python).exists()
        assert words == ["-m", "pip", "install", "-e", f"'.[{extra}]'"]


def test_the_version() -> None:
    done = mj("--version")
    assert (done.returncode, done.stdout) == (0, f"mj {__version__}\n")


def test_every_tactic_is_told_of() -> None:
    done = mj("arena", "tactics")
    assert done.returncode == 0
    for name in tactics.names():
        assert any(line.startswith(name) for line in done.stdout.splitlines())
    assert "learned (the default): " in done.stdout
    assert "defence=0.5" in done.stdout


def test_shells_complete_commands() -> None:
    """The shell is known from the process above: not from what the tests were started by."""
    program = Path(sys.executable).parent / "mj"
    done = subprocess.run(
        ["bash", "-c", f"'{program}' --show-completion; exit $?"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_mj_completion" in done.stdout
