"""Least squares over sums is numpy's own, and expectations are set right by whole games."""

import weakref
from collections.abc import Iterator
from dataclasses import fields, replace

import numpy as np
import pytest

from mj_lab.learn.advantages.labels import fit_leaves, labelled, sums_of
from mj_lab.learn.advantages.playout_data import Tried, TriedError
from tests.mj_lab.learn.advantages.test_small_games import Row, tried_of

# What it came to, where other outlooks are put in its place.
NOT_USED = (0.0, 0.0)


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
    tried = replace(
        tried_of([Row(game, one[:, 0], (0.0, 0.0), NOT_USED) for game, one in enumerate(features)]),
        score=came_to[:, 0, 0] + rng.normal(size=count).astype(np.float32),
        outlook=outlook,
        luck=luck,
        ended=ended,
        outlook_features=features,
    )
    leaves = fit_leaves([tried], 10.0)
    assert leaves is not None
    found = labelled([tried], leaves)
    assert found.corrected == pytest.approx(came_to[:, :, 0], abs=0.25)
    assert found.expected == pytest.approx(outlook[:, :, 0])
    assert labelled([tried], None).corrected == pytest.approx(outlook[:, :, 0])
    # It is the least-squares fit with an intercept, whose ridge is in games.
    cut = ended[:, 0, 0] == 0
    missed = (tried.score - outlook[:, 0, 0])[cut].astype(np.float64)
    rows = features[cut, 0, 0].astype(np.float64)
    rows = rows - rows.mean(axis=0)
    more = np.diag(np.sqrt(10.0) * rows.std(axis=0))
    target = np.concatenate([missed - missed.mean(), np.zeros(3)])
    expected = np.linalg.lstsq(np.concatenate([rows, more]), target, rcond=None)[0]
    assert leaves.weights == pytest.approx(expected)
    assert leaves.intercept == pytest.approx(
        missed.mean() - features[cut, 0, 0].astype(np.float64).mean(axis=0) @ expected
    )
    whole = replace(tried, ended=np.ones_like(ended))
    assert fit_leaves([whole], 10.0) is None
    assert fit_leaves([], 10.0) is None


def test_files_give_what_they_give_together_and_are_not_kept() -> None:
    rng = np.random.default_rng(5)
    kept: list[weakref.ref[np.ndarray]] = []

    def one(number: int) -> Tried:
        rows = [
            Row(number, rng.normal(size=(2, 3)), (0.0, 1.0), (rng.normal(), rng.normal()))
            for _ in range(50)
        ]
        tried = tried_of(rows)
        ended = np.zeros_like(tried.ended)
        cuts = rng.normal(size=tried.outlook_features.shape)
        score = rng.normal(size=50).astype(np.float32)
        return replace(tried, ended=ended, outlook_features=cuts, score=score)

    parts = [one(number) for number in range(4)]
    whole = Tried(
        *[np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Tried)]
    )

    def files() -> Iterator[Tried]:
        for part in parts:
            # Only the last file's arrays may still be there.
            assert all(reference() is None for reference in kept[:-1])
            read = replace(part, outlook_features=part.outlook_features.copy())
            kept.append(weakref.ref(read.outlook_features))
            yield read
            del read

    leaves, together = fit_leaves(files(), 10.0), fit_leaves([whole], 10.0)
    assert leaves is not None and together is not None
    assert leaves.weights == pytest.approx(together.weights)
    found, expected = labelled(files(), leaves), labelled([whole], leaves)
    assert len(kept) == 8
    for name in ("expected", "corrected", "luck"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name))
    assert found.decisions.game.tolist() == whole.game.tolist()
    assert np.array_equal(found.decisions.features, whole.features)


def test_decisions_of_several_kinds_are_refused() -> None:
    two, three = (tried_of([Row(0, np.eye(size)[:2], (0.0, 0.0), (0.0, 1.0))]) for size in (2, 3))
    with pytest.raises(TriedError, match="different numbers"):
        labelled([two, three], None)
    with pytest.raises(TriedError, match="no decisions were tried"):
        labelled([], None)


def test_luck_is_taken_off_as_far_as_it_goes_with_what_came() -> None:
    rng = np.random.default_rng(3)
    count = 4_000
    luck = rng.normal(size=(count, 2, 1)).astype(np.float32)
    true = np.tile(np.array([0.0, 1.0], np.float32), (count, 1))[:, :, None]
    noise = rng.normal(size=luck.shape).astype(np.float32) / 4
    outlook = (true + 0.7 * luck + noise).astype(np.float32)
    rows = [Row(game, np.zeros((2, 3)), (0.0, 0.0), NOT_USED) for game in range(count)]
    tried = replace(tried_of(rows), outlook=outlook, luck=luck)
    found = labelled([tried], None)
    part = found.luck_factor()
    assert part == pytest.approx(0.7, abs=0.02)
    without = found.corrected - part * found.luck
    assert without.std(axis=0) == pytest.approx([0.25, 0.25], abs=0.02)
    assert without.mean(axis=0) == pytest.approx([0, 1], abs=0.03)
