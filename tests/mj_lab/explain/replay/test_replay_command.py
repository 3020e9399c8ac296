"""The command `mj replay`: a page is written, what is wrong is said in one line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from mj_lab.explain.replay.cli import register

DATA = Path(__file__).resolve().parents[3] / "data"

app = typer.Typer()
register(app)


@app.command()
def other() -> None:
    """A second command, so that `replay` keeps its name."""


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["replay", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0
    return done.output


def data_of(path: Path) -> dict[str, Any]:
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize(
    ("words", "seat", "tactic"),
    [([], 1, None), (["--seat", "3", "--tactic", "greedy"], 3, "greedy")],
)
def test_a_page_is_written(tmp_path: Path, words: list[str], seat: int, tactic: str | None) -> None:
    html = tmp_path / "out.html"
    output = run(str(DATA / "flowers_and_kongs.jsonl"), "-o", str(html), *words)
    assert str(html) in output
    data = data_of(html)
    assert data["match"]["id"] == "flowers-and-kongs"
    assert data["seat"] == seat == (3 if words else data["match"]["result"]["player"])
    assert data["decisions"]
    if tactic:
        assert data["tactic"] == tactic


def test_without_a_tactic(tmp_path: Path) -> None:
    html = tmp_path / "out.html"
    run(str(DATA / "botzone_log.json"), "-o", str(html), "--tactic", "none")
    data = data_of(html)
    assert data["decisions"] == []
    assert data["seat"] is None


def test_one_of_several_is_chosen(tmp_path: Path) -> None:
    ids = []
    for number in ("1", "2", "3"):
        html = tmp_path / f"{number}.html"
        run(
            str(DATA / "matches.jsonl.gz"),
            "--game",
            number,
            "--tactic",
            "none",
            "-o",
            str(html),
        )
        ids.append(data_of(html)["match"]["id"])
    assert len(set(ids)) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["absent.json"], "absent.json: no such file"),
        ([str(DATA / "README.md")], "no JSON"),
        ([str(DATA / "matches.jsonl.gz"), "--game", "9"], "no match '9' among its 3"),
        ([str(DATA / "matches.jsonl.gz"), "--tactic", "nobody"], "no tactic 'nobody'"),
    ],
)
def test_what_is_wrong(tmp_path: Path, words: list[str], told: str) -> None:
    html = tmp_path / "out.html"
    with pytest.raises(ValueError) as raised:
        run(*words, "-o", str(html))
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not html.exists()
