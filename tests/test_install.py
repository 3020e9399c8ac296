"""The package as one installs it: what a wheel and the sources hold, and `mj` out of them.

Every run builds the wheel by setuptools alone and holds its files against the tree. Empty
environments, with what they need from PyPI, take minutes:

    pytest -m slow tests/test_install.py --timeout 0
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.reader import copy_of_the_tree

PACKAGES = ("mj_bot", "mj_lab")
# In the tree, and of no use where nothing can be built.
NOT_SHIPPED = {".md"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sources, built from a copy of the tree."""
    folder = tmp_path_factory.mktemp("built")
    copy_of_the_tree(folder / "tree")
    build = "import setuptools.build_meta as b, sys; b.build_{}(sys.argv[1])"
    for kind in ("wheel", "sdist"):
        subprocess.run(
            [sys.executable, "-c", build.format(kind), str(folder)],
            cwd=folder / "tree",
            check=True,
            capture_output=True,
        )
    return folder


def shipped(tree: Path) -> set[str]:
    """What of the packages has to be installed: all that git keeps there."""
    return {
        path.relative_to(tree).as_posix()
        for package in PACKAGES
        for path in (tree / package).rglob("*")
        if path.is_file() and path.suffix not in NOT_SHIPPED
    }


@pytest.mark.thorough
def test_a_wheel_holds_every_file_of_the_packages(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = {name for name in ZipFile(wheel).namelist() if not name.split("/")[0].endswith("info")}
    assert names == shipped(built / "tree")
    assert len([name for name in names if name.endswith((".z", ".mjw", ".woff2", ".js"))]) > 10


@pytest.mark.thorough
def test_the_sources_hold_every_file_of_the_packages(built: Path) -> None:
    (sources,) = built.glob("*.tar.gz")
    with tarfile.open(sources) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert shipped(built / "tree") <= names
    assert {"pyproject.toml", "README.md", "LICENSE"} <= names


# -- empty environments ---------------------------------------------------------------------------


def run(words: Sequence[str | Path], where: Path) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        words, cwd=where, env=plain, capture_output=True, text=True, check=False, timeout=900
    )


def environment(folder: Path, *install: str | Path) -> Path:
    """The scripts of a new environment in which pip has installed what is named."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    done = run([folder / "bin" / "python", "-m", "pip", "install", "-q", *install], folder)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "bin"


def mj_works(scripts: Path, where: Path) -> None:
    """The commands that need no extra, away from the checkout; `mj web` says what it lacks."""
    mj = scripts / "mj"
    where.mkdir()
    for words, told in (
        (["--version"], "mj "),
        ([], "Usage"),
        (["arena", "tactics"], "learned (the default)"),
        (["records", "notation", "W123", "B4567", "T88", "F11", "J23"], "一二三万"),
        (["fan", "W111222333 W99 B123", "--won", "self-drawn"], "Pung"),
        (["analyze", "W123 B4567 T88 F11 J233"], "shanten"),
        (["analyze", "W123 B4567 T88 F11 J233", "--tactic", "which_discard"], "which_discard"),
        (["play", "odds", "net", "cnn", "rule_based", "-o", "match.json"], "saved"),
        (["replay", "match.json", "--tactic", "none", "-o", "match.html"], ""),
        (["check", "verify", "match.json"], "1"),
    ):
        done = run([mj, *words], where)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        assert told.lower() in done.stdout.lower(), f"{words}: {done.stdout}"
    for words in (["web"], ["duel", "odds", "greedy", "--engine", "fast"], ["live", "play"]):
        done = run([mj, *words], where)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1, done.stderr
        assert "-m pip install" in done.stderr
    assert b"@font-face" in (where / "match.html").read_bytes()


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_plays(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    copy_of_the_tree(tree)
    done = run([sys.executable, "-m", "build", tree, "--outdir", tmp_path], tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    (wheel,) = tmp_path.glob("*.whl")
    scripts = environment(tmp_path / "new", f"{wheel}[lab]", tree / "mj_engine")
    shutil.rmtree(tree)
    mj_works(scripts, tmp_path / "elsewhere")
    web_starts(scripts, wheel, tmp_path)


def web_starts(scripts: Path, wheel: Path, where: Path) -> None:
    done = run([scripts / "python", "-m", "pip", "install", "-q", f"{wheel}[web]"], where)
    assert done.returncode == 0, done.stderr[-3000:]
    with subprocess.Popen(
        [scripts / "mj", "web", "--port", "0"], cwd=where, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        address = next(word for word in line.split() if word.startswith("http://"))
        try:
            with urlopen(address, timeout=60) as page:
                assert b"<title>" in page.read()
        finally:
            process.terminate()


@pytest.mark.slow
def test_the_checkout_itself_is_installed(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    copy_of_the_tree(tree)
    scripts = environment(tmp_path / "new", f"{tree}[lab]", tree / "mj_engine")
    mj_works(scripts, tmp_path / "elsewhere")


@pytest.mark.slow
def test_the_bot_alone_brings_two_packages_and_its_distances_are_tested(tmp_path: Path) -> None:
    """As pyproject.toml has it, without an extra; pytest is all that these tests need besides."""
    tree = tmp_path / "tree"
    copy_of_the_tree(tree)
    scripts = environment(tmp_path / "new", tree)
    python = scripts / "python"
    listed = json.loads(run([python, "-m", "pip", "list", "--format", "json"], tmp_path).stdout)
    brought = {package["name"].lower() for package in listed} - {"pip", "setuptools", "wheel"}
    assert brought == {"mj-bot", "numpy", "pymahjonggb"}
    for words in (["--help"], ["web"], ["play", "odds", "odds", "odds", "odds"]):
        done = run([scripts / "mj", *words], tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "mj needs typer: " in done.stderr
    assert run([python, "-m", "pip", "install", "-q", "pytest"], tmp_path).returncode == 0
    tested = ["tests/mj_bot/shanten", "tests/mj_bot/routes/distance"]
    done = run([python, "-m", "pytest", *tested], tree)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
def test_pipx_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_of_the_tree(tmp_path / "tree")
    scripts = environment(tmp_path / "tools", "pipx")
    monkeypatch.setenv("PIPX_HOME", str(tmp_path / "pipx"))
    monkeypatch.setenv("PIPX_BIN_DIR", str(tmp_path / "bin"))
    done = run(
        [scripts / "pipx", "install", "--python", sys.executable, ".[lab]"], tmp_path / "tree"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    done = run([scripts / "pipx", "inject", "mj-bot", "./mj_engine"], tmp_path / "tree")
    assert done.returncode == 0, done.stderr[-3000:]
    mj_works(tmp_path / "bin", tmp_path / "elsewhere")


@pytest.mark.slow
def test_make_play_in_a_checkout(tmp_path: Path) -> None:
    copy_of_the_tree(tmp_path / "tree")
    done = run(["make", "play", f"PYTHON={sys.executable}"], tmp_path / "tree")
    assert done.returncode == 0, done.stderr[-3000:]
    assert (tmp_path / "tree" / "mj_bot.pyz").exists()
    done = run([".venv/bin/mj", "analyze", "3467m", "2345p", "34588s", "6z"], tmp_path / "tree")
    assert (done.returncode, done.stderr) == (0, "")
    done = run([".venv/bin/mj", "live"], tmp_path / "tree")
    assert done.stderr == (
        "mj: mj live play needs httpx: .venv/bin/python -m pip install -e '.[live]'\n"
    )
