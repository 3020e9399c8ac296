"""Sampled hands beside true ones, and the fit of their weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mj_engine._core import HAND_WEIGHTS, SHANTEN_FEATURES
from mj_lab.cli import app_of
from mj_lab.learn.fit.worlds import fitting
from mj_lab.learn.fit.worlds.cli import WEIGHTS_HEADER
from mj_lab.learn.fit.worlds.fitting import AtTurn, by_turn, fitted_weights, header_of, weights_in
from mj_lab.learn.fit.worlds.hands import HiddenHands, decisions, features, shares_of_shanten

LATE = 9


@pytest.fixture(scope="module")
def found() -> list[HiddenHands]:
    return list(decisions(40, "test-worlds", 1, every=3))


def _late(rows: list[AtTurn]) -> tuple[float, float, float, float]:
    """Ready hands and deal-ins, true and sampled, weighted by decisions."""
    late = [row for row in rows if row.turn >= LATE]
    parts = np.array([(*row.ready, *row.deal_in) for row in late])
    of = np.average(parts, axis=0, weights=[row.decisions for row in late])
    return float(of[0]), float(of[1]), float(of[2]), float(of[3])


@pytest.mark.thorough
def test_sampled_hands_are_ready_and_dealt_into_as_often_as_true_ones(
    found: list[HiddenHands],
) -> None:
    late = [one for one in found if one.turn >= LATE][::3]
    true, sampled, dealt_in, deals_in = _late(
        by_turn(iter(late), weights_in(WEIGHTS_HEADER), _nothing)
    )
    assert true > 0.25 and abs(sampled - true) < 0.08
    assert dealt_in > 0.02 and abs(deals_in - dealt_in) < 0.025
    _, at_random, _, never = _late(by_turn(iter(late[:20]), np.zeros(HAND_WEIGHTS, "f4"), _nothing))
    assert at_random < 0.05 and never < 0.01


def _nothing(_done: int) -> None:
    pass


def test_the_features_count_every_hand_once(found: list[HiddenHands]) -> None:
    for one in found[:: len(found) // 20]:
        true, sampled = features(one, weights_in(WEIGHTS_HEADER), 500, 7, from_true=True)
        assert true.of[:SHANTEN_FEATURES].sum() == sampled.of[:SHANTEN_FEATURES].sum() == 3
        assert features(one, weights_in(WEIGHTS_HEADER), 500, 7, from_true=True)[1].deal_in == (
            sampled.deal_in
        )
        assert (
            features(one, weights_in(WEIGHTS_HEADER), 0, 7, from_true=True)[1].of == true.of
        ).all()
    assert shares_of_shanten([true]).sum() == pytest.approx(1)


def test_a_fit_brings_sampled_hands_nearer_to_true_ones(
    monkeypatch: pytest.MonkeyPatch, found: list[HiddenHands]
) -> None:
    monkeypatch.setattr(fitting, "STEPS", (20, 2))
    some = found[::10]
    weights = fitted_weights(some, 1, 1, _nothing)

    def off(by: np.ndarray) -> float:
        pairs = [
            features(one, by, 1_500, number, from_true=True) for number, one in enumerate(some)
        ]
        true, sampled = (shares_of_shanten(list(side)) for side in zip(*pairs, strict=True))
        return float(np.abs(true - sampled).sum())

    assert off(weights) < off(np.zeros(HAND_WEIGHTS, "f4")) / 2


def test_what_is_written_is_read(tmp_path: Path) -> None:
    weights = np.linspace(-3, 3, HAND_WEIGHTS).astype("f4")
    (tmp_path / "weights.hpp").write_text(header_of(weights, "a test"))
    assert weights_in(tmp_path / "weights.hpp") == pytest.approx(weights, rel=1e-3, abs=1e-6)
    assert len(weights_in(WEIGHTS_HEADER)) == HAND_WEIGHTS and weights_in(WEIGHTS_HEADER).any()


def test_the_check_says_each_turn() -> None:
    done = CliRunner().invoke(app_of(), ["check", "worlds", "--games", "1", "--json"])
    assert done.exit_code == 0, done.output
    rows = [AtTurn(**row) for row in json.loads(done.stdout)]
    assert [row.turn for row in rows] == list(range(0, 3 * len(rows), 3))
    assert all(0 <= part <= 1 for row in rows for part in (*row.ready, *row.deal_in))
