"""Collecting and fitting as they are typed: files that stop and go on, a model that plays."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")
import mj_engine
from mj_lab.cli import app
from mj_lab.learn.advantages.collecting import read_collections
from mj_lab.learn.advantages.tried import TriedError, read_tried

RUN = CliRunner()
FEW = ["--games-a-file", "2", "--decisions", "6", "--draws", "1", "--claim-draws", "1"]


def run(*words: str) -> str:
    result = RUN.invoke(app, ["learn", "advantages", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collections") / "whole"
    told = run("collect", str(folder), "--games", "6", *FEW)
    assert re.search(r"\d+ decisions", told)
    return folder


def test_a_collection_that_was_stopped_has_the_same_files(collection: Path, tmp_path: Path) -> None:
    run("collect", str(tmp_path), "--games", "2", *FEW)
    run("collect", str(tmp_path), "--games", "6", "--jobs", "2", *FEW)
    names = sorted(path.name for path in collection.iterdir())
    assert names == ["settings.json", *(f"tried-0000{number}.npz" for number in range(3))]
    for name in names:
        assert (tmp_path / name).read_bytes() == (collection / name).read_bytes()
    tried, _ = read_collections([collection])
    assert set(tried.game) <= set(range(6))
    assert len(set(tried.game)) > 3
    both, _ = read_collections([collection, tmp_path])
    assert len(set(both.game)) == 2 * len(set(tried.game))


def test_another_collection_or_none_is_refused(collection: Path, tmp_path: Path) -> None:
    with pytest.raises(TriedError, match="another collection: its seed"):
        run("collect", str(collection), "--games", "2", "--seed", "other", *FEW)
    with pytest.raises(TriedError, match="no collection there"):
        read_collections([tmp_path])
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(TriedError, match="none is a collection's"):
        run("collect", str(tmp_path), "--games", "2", *FEW)
    broken = tmp_path / "tried-00000.npz"
    broken.write_bytes(b"PK nothing")
    with pytest.raises(TriedError, match="no tried decisions"):
        read_tried(broken)


def test_a_model_is_fitted_and_plays(collection: Path, tmp_path: Path) -> None:
    told = json.loads(run("fit", str(collection), "-o", str(tmp_path), "--folds", "2", "--json"))
    assert told["collection"]["player"] == "odds"
    assert told["weights"] == 81
    assert told["within"] == 4.0
    assert any((tmp_path / "tensorboard").iterdir())
    again = json.loads((tmp_path / "fit.json").read_text(encoding="utf-8"))
    assert again == told
    player = f"learned@weights={tmp_path / 'advantage.mjw'},margin=0"
    walls = [mj_engine.wall_of_seed(number) for number in range(2)]
    assert (mj_engine.play(walls, player).scores.sum(axis=1) == 0).all()
    # What it plays can be collected in turn, and knows its weights.
    folder = tmp_path / "next"
    run("collect", str(folder), "--games", "2", "--player", player, *FEW)
    tried, settings = read_collections([folder])
    assert len(settings["weights"]) == 64
    assert np.isfinite(tried.features.astype(np.float32)).all()
