"""The example of a policy in PyTorch learns, and plays the same however its rows are batched."""

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="pip install -e '.[learn]'")

import torch

import mj_engine
from examples import batched_policy
from mj_lab.core.runner.fast_engine import FastEngine
from mj_lab.core.runner.identity import code_digest
from mj_lab.core.runner.unit import Setup

SPEC = "py:examples.batched_policy:Player"
WALLS = [mj_engine.wall_of_seed(f"batched/{number}") for number in range(16)]


@pytest.fixture(autouse=True)
def _of_one_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    torch.manual_seed(1)
    torch.set_num_threads(1)


@pytest.mark.thorough
def test_it_learns_and_plays_what_it_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = code_digest([SPEC])
    monkeypatch.setattr(sys, "argv", ["batched_policy.py", "--games", "40"])
    batched_policy.main()
    share = int(capsys.readouterr().out.split("policy.pt: ")[1].split("%")[0])
    assert share > 25  # It may choose among some ten actions.
    assert code_digest([SPEC]) != before
    FastEngine(1).check(Setup((SPEC, "greedy"), ("one", "other"), "0"))


def test_its_games_do_not_depend_on_its_batches() -> None:
    player = batched_policy.Player()
    rows = mj_engine.play(WALLS, player, records=True).records
    for tables in (3, 7):
        assert mj_engine.play(WALLS, player, records=True, tables=tables).records == rows


def test_one_network_at_a_mixed_table() -> None:
    games = mj_engine.play(WALLS, ["odds", batched_policy.Player(), "random", "greedy"])
    assert (np.sum(games.scores, axis=1) == 0).all()
