"""Least squares over sums is numpy's own, and expectations are set right by whole games."""

import numpy as np
import pytest

from mj_lab.corrections.advantages.labels import fit_leaves, labels_of, luck_factor, sums_of
from mj_lab.corrections.advantages.tried import Tried


def test_sums_of_parts_give_what_numpy_solves() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(200, 5)) * [1, 10, 0.1, 1, 0]
    target, weight = rng.normal(size=200), rng.random(200)
    parts = [
        sums_of(features[part], target[part], weight[part]) for part in (slice(80), slice(80, 200))
    ]
    whole = parts[0] + parts[1]
    root = np.sqrt(weight)
    scale = np.sqrt((weight[:, None] * features**2).sum(axis=0) / weight.sum())
    # Ridge as more rows: each feature, in its own measure, is said to be nothing.
    more = np.diag(np.sqrt(7.0) * scale)[:4]
    rows = np.concatenate([features * root[:, None], more])[:, :4]
    expected = np.linalg.lstsq(rows, np.concatenate([target * root, np.zeros(4)]), rcond=None)[0]
    found = whole.ridge(7.0)
    assert found[:4] == pytest.approx(expected)
    assert found[4] == 0
    errors = target - features @ found
    assert whole.missed(found) == pytest.approx(weight @ errors**2)


def test_what_is_expected_at_a_cut_is_set_right_by_whole_games() -> None:
    rng = np.random.default_rng(2)
    count = 4_000
    features = rng.normal(size=(count, 2, 1, 3)).astype(np.float32)
    outlook = rng.normal(size=(count, 2, 1)).astype(np.float32)
    ended = (rng.random((count, 2, 1)) < 0.2).astype(np.uint8)
    features[ended == 1] = 0
    # The player expects two points too many, and three more with the first feature.
    true = outlook - 2 - 3 * features[..., 0]
    came_to = np.where(ended, outlook, true)
    luck = rng.normal(size=(count, 2, 1)).astype(np.float32)
    small = np.zeros(count, np.uint8)
    tried = Tried(
        game=np.arange(count), seat=small, place=small.astype(np.uint16), turn=small,
        kind=small + 1, score=came_to[:, 0, 0] + rng.normal(size=count).astype(np.float32),
        count=small + 2, action=np.zeros((count, 2), np.int16),
        value=np.zeros((count, 2), np.float32), features=features[:, :, 0],
        outlook=outlook, luck=luck,
        ended=ended, outlook_features=features,
    )  # fmt: skip
    leaves = fit_leaves(tried, 10.0)
    assert leaves is not None
    assert labels_of(tried, leaves) == pytest.approx(came_to[:, :, 0], abs=0.25)
    assert labels_of(tried, None) == pytest.approx(outlook[:, :, 0])
    whole = Tried(**{**vars(tried), "ended": np.ones_like(ended)})
    assert fit_leaves(whole, 10.0) is None


def test_luck_is_taken_off_as_far_as_it_goes_with_what_came() -> None:
    rng = np.random.default_rng(3)
    count = 4_000
    small = np.zeros(count, np.uint8)
    luck = rng.normal(size=(count, 2, 1)).astype(np.float32)
    true = np.tile(np.array([0.0, 1.0], np.float32), (count, 1))[:, :, None]
    noise = rng.normal(size=luck.shape).astype(np.float32) / 4
    outlook = (true + 0.7 * luck + noise).astype(np.float32)
    tried = Tried(
        game=np.arange(count), seat=small, place=small.astype(np.uint16), turn=small,
        kind=small + 1, score=outlook[:, 0, 0], count=small + 2,
        action=np.zeros((count, 2), np.int16), value=np.zeros((count, 2), np.float32),
        features=np.zeros((count, 2, 3), np.float32), outlook=outlook, luck=luck,
        ended=np.ones((count, 2, 1), np.uint8),
        outlook_features=np.zeros((count, 2, 1, 3), np.float32),
    )  # fmt: skip
    part = luck_factor(tried, labels_of(tried, None))
    assert part == pytest.approx(0.7, abs=0.02)
    without = labels_of(tried, None, part)
    assert without.std(axis=0) == pytest.approx([0.25, 0.25], abs=0.02)
    assert without.mean(axis=0) == pytest.approx([0, 1], abs=0.03)
