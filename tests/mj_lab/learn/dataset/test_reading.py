"""Batches: every example once, in an order that seed and epoch alone decide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.dataset.filters import Filters
from mj_lab.learn.dataset.making import make
from mj_lab.learn.dataset.manifest import DatasetError, read_shards
from mj_lab.learn.dataset.reading import ExampleBatch, batches
from mj_lab.learn.dataset.self_play import SelfPlay
from mj_lab.learn.dataset.shard import SPLITS, joined


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "set"
    make(path, SelfPlay(("greedy", "random"), 40, "reading", engine="local"), Filters(), 15)
    return path


def read(folder: Path, **options: object) -> ExampleBatch:
    """All batches of a split, one after the other."""
    parts = list(batches(folder, **{"features": (), "batch": 100, **options}))  # type: ignore[arg-type]
    assert {len(part["move"]) for part in parts[:-1]} <= {options.get("batch", 100)}
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def same(ours: ExampleBatch, theirs: ExampleBatch) -> bool:
    return all(np.array_equal(column, theirs[name]) for name, column in ours.items())


def test_every_decision_is_read_once(folder: Path) -> None:
    games = joined(read_shards(folder))
    found = {split: read(folder, split=split) for split in SPLITS}
    assert sum(len(one["move"]) for one in found.values()) == games.decisions
    for number, split in enumerate(SPLITS):
        one = found[split]
        assert set(one["game"].tolist()) == set(np.flatnonzero(games["splits"] == number).tolist())
        places = {*zip(one["game"], one["turn"], one["seat"], one["kind"], strict=True)}
        assert len(places) == len(one["move"])
        assert one["mask"][np.arange(len(one["move"])), one["move"]].all()
        assert (one["mask"].sum(axis=1) > 1).all() and one["mask"].shape[1] == MOVE_COUNT
        assert np.array_equal(one["score"], games["scores"][one["game"], one["seat"]])


def test_the_order_is_decided_by_seed_and_epoch(folder: Path) -> None:
    first = read(folder, seed=3)
    assert same(first, read(folder, seed=3)) and same(first, read(folder, seed=3, workers=3))
    for other in (read(folder, seed=4), read(folder, seed=3, epoch=1)):
        assert not np.array_equal(first["move"], other["move"])
        assert sorted(first["game"].tolist()) == sorted(other["game"].tolist())


@pytest.mark.parametrize("skip", [1, 7, 1000])
def test_skipping_is_reading_on(folder: Path, skip: int) -> None:
    def from_batch(skip: int) -> list[ExampleBatch]:
        return list(batches(folder, features=(), batch=64, skip=skip, games_at_once=4))

    ours, theirs = from_batch(skip), from_batch(0)[skip:]
    assert len(ours) == len(theirs)
    assert all(same(one, other) for one, other in zip(ours, theirs, strict=True))


def test_kinds_filters_and_so_many_decisions(folder: Path) -> None:
    every = read(folder)
    claims = read(folder, kinds=("claim",))
    assert (claims["kind"] == 1).all() and len(claims["kind"]) == (every["kind"] == 1).sum() > 0
    winners = read(folder, filters=Filters(winners=True))
    games = joined(read_shards(folder))
    assert np.array_equal(winners["seat"], games["winners"][winners["game"]])
    assert (winners["score"] > 0).all()
    few = read(folder, decisions=300)
    assert 300 <= len(few["move"]) < 300 + 200


def test_shanten_of_the_hand(folder: Path) -> None:
    found = read(folder, shanten=True)
    assert found["shanten"].min() >= -1 and found["shanten"].max() <= 8
    won = found["move"] == 103
    assert won.any() and (found["shanten"][won] <= 0).all()


def test_what_cannot_be_read_is_told(folder: Path, tmp_path: Path) -> None:
    for options, told in (
        ({"split": "exam"}, "no such split: 'exam'"),
        ({"features": ("smell",)}, "no such feature: 'smell'"),
        ({"kinds": ("nap",)}, "no such kind of decision: 'nap'"),
        ({"filters": Filters(result="nap")}, "no such result: 'nap'"),
    ):
        with pytest.raises(ValueError, match=told):
            batches(folder, **options)
    with pytest.raises(DatasetError, match="no data set: manifest.json"):
        batches(tmp_path)


def test_the_page_names_the_splits_and_its_blocks_run(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason='pip install -e ".[learn]"')
    page = Path(__file__).parents[4] / "docs" / "reference" / "dataset.md"
    text = page.read_text(encoding="utf-8")
    assert {f"`{split}`" for split in SPLITS} <= set(re.findall(r"`\w+`", text))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "odds").symlink_to(folder)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        seen: dict[str, Any] = {}
        exec(block, seen)
        assert len(seen["batch"]["move"]) > 0
        assert "loss" not in seen or seen["loss"] > 0
