"""The command `mj learn fit`: the same games, the same file; what is wrong is said in one line."""

import os
import re
import runpy
import sys
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import pytest

import mj_bot.odds.coefficients as in_use
from mj_lab.core.extras import install_line
from tests.command import ended

# The command in this process: exit code, what it printed, where.
fit = partial(ended, "learn", "fit")

ODDS = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"
FEW = Path(__file__).parents[3] / "data" / "matches.jsonl.gz"
MODELS = (
    ("deal-in", "DEAL_IN"),
    ("tile-location --decisions 150", "TILE_LOCATION"),
    ("win-chance --decisions 150 --player odds", "WIN_CHANCE"),
    ("points", "WIN_POINTS"),
)


@pytest.mark.thorough
@pytest.mark.parametrize(("command", "constant"), MODELS)
def test_the_same_games_give_the_same_file(tmp_path: Path, command: str, constant: str) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    games = tmp_path / ODDS.name
    games.write_bytes(ODDS.read_bytes())
    day = datetime(2026, 1, 2, tzinfo=timezone.utc).timestamp()
    os.utime(games, (day, day))
    words = (*command.split(), games)
    code, out, err = fit(*words, "--out", first)
    assert code == 0, err
    assert "12 games of odds and rule_based on 12 walls" in out
    jobs = () if constant == "WIN_POINTS" else ("--jobs", "2")
    assert fit(*words, "--out", second, *jobs)[0] == 0
    assert first.read_bytes() == second.read_bytes()
    found = runpy.run_path(str(first))
    assert found[constant] != getattr(in_use, constant)
    for name in ("DEAL_IN", "TILE_LOCATION", "WIN_CHANCE"):
        assert (found[name] == getattr(in_use, name)) == (name != constant)
    text = first.read_text()
    comment = text[: text.index(f"\n{constant} = ")].rsplit("\n\n", 1)[1]
    comment = " ".join(comment.replace("# ", "").split())
    assert comment.startswith(f"mj learn fit {command.split(maxsplit=1)[0]}")
    assert "2026-01-02: " in comment
    assert "12 games of odds and rule_based on 12 walls" in comment
    if constant != "WIN_POINTS":
        assert "--seed 0" in comment


def test_it_prints_the_losses_and_the_calibration() -> None:
    code, out, _ = fit("tile-location", ODDS, "--decisions", "150")
    assert code == 0
    losses = re.findall(r"base ([\d.]+), in use ([\d.]+), fitted ([\d.]+)", out)
    assert len(losses) == 2
    assert all(len(set(row)) == 3 for row in losses)
    for name in in_use.TILE_LOCATION._fields:
        assert len(re.findall(rf"^ *{name} ", out, re.MULTILINE)) == 2
    assert out.count("fitted says") == 2


def test_only_out_changes_what_the_bot_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = tmp_path / "coefficients.py"
    before = Path(in_use.__file__).read_text()
    bots.write_text(before)
    monkeypatch.setattr("mj_lab.learn.fit.coefficients_file.default_path", lambda: bots)
    code, out, _ = fit("points", ODDS, "--out", tmp_path / "other.py")
    assert code == 0 and re.search(r"WIN_POINTS +57\.64 +5\.32 +53\.00 +11", out)
    assert bots.read_text() == before
    code, out, _ = fit("points", ODDS, "--out", bots, "--force")
    assert code == 0
    assert f"{bots}: WIN_POINTS, DEAL_IN_POINTS" in " ".join(out.split())
    assert bots.read_text() == (tmp_path / "other.py").read_text() != before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("deal-in", "absent.jsonl"), "absent.jsonl: no such file"),
        (("points", ODDS, "--decisions", "9"), "--decisions is not for points"),
        (
            ("deal-in", ODDS, "--player", "odds"),
            "--player is for win-chance and points, not deal-in",
        ),
        (("points", ODDS, "--player", "nobody"), "too few games for WIN_POINTS: 0"),
        (("win-chance", ODDS, "--player", "nobody"), "no usable decision in these games"),
        (("tile-location", ODDS, "--decisions", "0"), "--decisions"),
        (("deal-in",), "is missing"),
        (
            ("strength", ODDS),
            "no model strength; there are deal-in, tile-location, win-chance, points",
        ),
    ],
)
def test_nonsense_is_told_in_one_line(words: tuple[str, ...], reason: str) -> None:
    code, out, err = fit(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("mj: ")
    assert reason in err


def test_too_few_games_to_fit_to_still_show_how_good_the_one_in_use_is(tmp_path: Path) -> None:
    code, out, err = fit("deal-in", FEW)
    assert (code, err) == (0, "")
    assert "nothing is fitted: too few games to hold some out: 3" in out
    assert "fitted " not in out.replace("nothing is fitted", "")
    for name in ("log loss", "without its features", "better by", "too high by"):
        assert re.search(rf"^ {name} +-?0\.\d+", out, re.MULTILINE), name
    written = tmp_path / "coefficients.py"
    code, out, err = fit("deal-in", FEW, "--out", written)
    assert (code, out, err) == (2, "", "mj: too few games to hold some out: 3\n")
    assert not written.exists()


def test_without_statsmodels_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.api", None)
    code, _, err = fit("deal-in", ODDS)
    assert code == 2
    assert f"mj learn fit needs statsmodels: {install_line('fit')}" in err
