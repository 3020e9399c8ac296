"""Recipes: shipped ones are whole, changes are heeded, what cannot be is said in a line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.nets.weights_file import pack_weights
from mj_lab.learn.training.learn_text import recipe_text
from mj_lab.learn.training.parts.part import Context, Model
from mj_lab.learn.training.parts.schedule import at_step
from mj_lab.learn.training.run.recipe import read_recipe, recipe_of, shipped_recipes
from mj_lab.learn.training.run.registry import MODEL_PARTS
from tests.mj_lab.learn.training.run.bandit import HERE, RECIPE
from tests.mj_lab.learn.training.small_weights import small_weights

TEACHER = "about = 'mine'\n[aim]\nkind = 'teacher'\n[loss.cross_entropy]\n"
WHOLE = TEACHER + "[play]\nkind = 'data'\n[model]\nkind = 'columns_net'\n"


@pytest.mark.parametrize("name", shipped_recipes())
def test_a_shipped_recipe_makes_its_model_and_is_read_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = read_recipe(name)
    assert recipe.about and recipe.cost and recipe.result
    again = recipe_of(recipe.as_json(), "again")
    assert again == recipe and not recipe.differences(again)
    monkeypatch.chdir(tmp_path)
    if begin := recipe.model.get("begin"):
        Path(begin).write_bytes(pack_weights(*small_weights(), "float32"))
    context = Context(recipe.seed, tmp_path, torch.device("cpu"))
    model: Model = MODEL_PARTS.made(recipe.model, context)
    assert sum(one.numel() for one in model.parameters()) > 100
    (tmp_path / "shown.toml").write_text(recipe_text(recipe), encoding="utf-8")
    config = {"recipe": recipe.as_json()}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    for place in ("shown.toml", "."):
        assert read_recipe(str(tmp_path / place)) == recipe


def test_a_recipe_is_shown_with_meanings_defaults_and_limits() -> None:
    lines = recipe_text(read_recipe("imitate", ["play.decisions=5"])).splitlines()
    assert (
        "rate = 0.002                  # the learning rate, by step of the run; default 0.001"
        in lines
    )
    assert "batch = 256                   # decisions a step; 2 or more" in lines
    assert "decisions = 5" in "\n".join(lines)
    assert any(line.startswith("# begin = none  ") for line in lines)
    precision = next(line for line in lines if line.startswith("precision"))
    assert precision.endswith('default "float32"; one of auto, float32, bfloat16, float16')


def test_changes_are_of_their_types() -> None:
    changes = ["play.games=8", "learn.rate=[[0, 1e-3], [10, 1e-4]]", "seed=7", "about='1'"]
    changes += ["learn.cosine=none", "model.kind=q_net"]
    found = read_recipe("dqn", [*changes, "loss.search_values.weight=0.5", "loss.value.weight=2"])
    assert (found.play["games"], found.seed, found.about) == (8, "7", "1")
    assert found.learn.cosine is None and found.model == read_recipe("dqn").model
    assert at_step(found.learn.rate, 5) == pytest.approx(5.5e-4)
    assert found.loss["search_values"]["weight"] == 0.5
    assert found.loss["value"] == {"kind": "value", "weight": 2.0}
    assert read_recipe("imitate", ["model.heads=[]"]).model["heads"] == []


def test_another_kind_begins_with_its_own_defaults() -> None:
    model = read_recipe("imitate", ["model.filters=4", "model.kind=design_cnn"]).model
    assert model["filters"] == 4 and model["features"] == ["planes"] and "width" not in model
    same = read_recipe("imitate_ahead", ["model.kind=columns_net", "model.depth=1"]).model
    assert (same["features"], same["depth"]) == (["columns", "look_ahead"], 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["play.gamez=8"], "--set play.gamez: no such option; there are games, own_from, "),
        (["play.games=0"], "--set play.games: expected 1 or more"),
        (["play.games=many"], "--set play.games: expected a whole number"),
        (["steps=0"], "--set steps: expected 1 or more"),
        (["stepz=1"], "--set stepz: no such option; there are about, cost, result, begin, "),
        (["learn.rat=1"], "--set learn.rat: no such option; there are rate, cosine, "),
        (["learn.rate=high"], "--set learn.rate: expected a number"),
        (["learn.rate=[[5, 1.0], [3, 1.0]]"], "--set learn.rate: a schedule is a number, or "),
        (["play.kind=mine"], "--set play.kind: mine is not one of "),
        (["play={}"], "--set play: no kind; there are "),
        (["loss.mine.weight=1"], "--set loss.mine: mine is not one of "),
        (["loss={}"], "--set loss: expected 1 or more, found 0"),
        (["play.games"], "--set is NAME=VALUE, as games=8, not play.games"),
        (["play..games=1"], "--set is NAME=VALUE"),
        ([".seed=1"], "--set is NAME=VALUE"),
        (["about.more=1"], "--set about.more: about has no parts"),
    ],
)
def test_changes_that_cannot_be_are_said_in_a_line(changes: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as told:
        read_recipe("dqn", changes)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("about = ", "bad.toml: Invalid value"),
        (TEACHER + "play = 3", "play: "),
        (TEACHER + "[play]\nkind = 'data'", "model: missing"),
        (WHOLE.replace("'data'", "'mj_lab.cli:main'"), "play.kind: mj_lab.cli:main is no Play"),
        (WHOLE + "features = []", "bad.toml: model.features: expected 1 or more, found 0"),
        (WHOLE + "width = 8\ndept = 1", "bad.toml: model.dept: no such option; there are features"),
        (WHOLE.replace("'data'", "'data'\nkinds = ['pung']"), "pung is not one of discard, claim"),
        (WHOLE.replace("'data'", "'data'\nbatch = 1"), "bad.toml: play.batch: expected 2 or more"),
    ],
)
def test_a_bad_file_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(told)) as refused:
        read_recipe(str(tmp_path / "bad.toml"), ["seed=2"])
    assert "\n" not in str(refused.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere: no such recipe; there are .*dqn"):
        read_recipe("nowhere")
    with pytest.raises(ValueError, match=re.escape("nowhere.toml: no such file")):
        read_recipe(str(tmp_path / "nowhere.toml"))
    with pytest.raises(ValueError, match="no run there: no config.json"):
        read_recipe(str(tmp_path))
    for data in ("", "[]", "{}"):
        (tmp_path / "config.json").write_text(data, encoding="utf-8")
        with pytest.raises(ValueError, match=re.escape(str(tmp_path)) + ": "):
            read_recipe(str(tmp_path))


def of_bandit(**sections: dict[str, Any]) -> Any:
    whole = {name: {**RECIPE[name], **one} for name, one in sections.items()}
    return recipe_of({**RECIPE, **whole}, "bandit")


def test_what_may_not_change_is_named() -> None:
    recipe = of_bandit()
    free = recipe.model_copy(update={"steps": 9, "threads": 2, "about": "more", "result": "won"})
    assert free.differences(recipe) == []
    other = of_bandit(play={"pulls": 50}, loss={"entropy": {}})
    found = other.differences(recipe)
    assert "play.pulls 40, not 50" in found
    assert 'loss.entropy.kind is not there, not "entropy"' in found
    assert 'loss.entropy.kind "entropy", not left out' in recipe.differences(other)
    assert recipe.play["kind"] == HERE + "Pulls"
