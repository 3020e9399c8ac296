"""The opinion of the network which_discard: beside a tactic, or none."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from mj_bot.nets.shipped import packed_weights
from mj_bot.tactics.which_discard import WhichDiscard
from mj_lab.cli import app_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis import which_discard_hint
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw
from tests.mj_bot.nets.layers import tiny_weights

HAND = "W123 B4567 T88 F11 J233"


def run(*words: str) -> Any:
    return CliRunner().invoke(app_of(), ["analyze", *words], env={"COLUMNS": "160"})


def test_the_best_three_stand_beside_the_tactic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_discard_hint, "packed_weights", tiny_weights)
    study = json.loads(run(HAND, "--tactic", "greedy", "--json").output)
    state = state_after_draw(situation(parse_hand(HAND)))
    explained = WhichDiscard(tiny_weights("which_discard")).explain(state)
    expected = [(row["action"], pytest.approx(row["probability"], abs=6e-4)) for row in explained]
    told = study["which_discard"]
    assert [(one["action"], one["probability"]) for one in told["discards"]] == expected[:3]
    assert isinstance(told["shanten"], float)
    assert study["tactic"] == "greedy"
    text = run(HAND, "--tactic", "greedy").output
    assert "greedy plays" in text and "which_discard, a network 神经网络: " in text
    for one in told["discards"]:
        assert f"{100 * one['probability']:.1f}%" in text


def test_it_stands_not_beside_itself() -> None:
    text = run(HAND, "--tactic", "which_discard").output
    assert "which_discard plays" in text and "a network" not in text


def test_without_weights_there_is_no_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        which_discard_hint, "packed_weights", lambda _: packed_weights("no such tactic")
    )
    done = run(HAND, "--tactic", "greedy", "--json")
    assert done.exit_code == 0 and done.stderr == ""
    assert json.loads(done.output)["which_discard"] is None
    assert "a network" not in run(HAND, "--tactic", "greedy").output
