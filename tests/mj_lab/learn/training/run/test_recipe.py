"""Recipes: shipped ones are whole, changes are heeded, what cannot be is said in a line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.learn.training.parts.schedule import at_step
from mj_lab.learn.training.run.recipe import read_recipe, recipe_of, shipped_recipes
from tests.mj_lab.learn.training.run.bandit import HERE, RECIPE


@pytest.mark.parametrize("name", shipped_recipes())
def test_a_shipped_recipe_is_whole_and_says_what_it_takes(name: str) -> None:
    recipe = read_recipe(name)
    assert recipe.about and recipe.cost and recipe.result
    again = recipe_of(recipe.as_json(), "again")
    assert again == recipe and not recipe.differences(again)


def test_the_file_of_a_recipe_and_the_folder_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(shipped_recipes()["dqn"].read_bytes())
    assert read_recipe(str(path)) == read_recipe("dqn")
    config = {"recipe": read_recipe("dqn").as_json()}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    assert read_recipe(str(tmp_path)) == read_recipe("dqn")


def test_changes_are_of_their_types() -> None:
    changes = ["play.games=8", "learn.rate=[[0, 1e-3], [10, 1e-4]]", "seed=mine", "about='1'"]
    found = read_recipe("dqn", [*changes, "loss.search_values.weight=0.5", "loss.value.weight=2"])
    assert found.play["games"] == 8 and found.seed == "mine" and found.about == "1"
    assert at_step(found.learn.rate, 5) == pytest.approx(5.5e-4)
    assert found.loss["search_values"]["weight"] == 0.5
    assert found.loss["value"] == {"kind": "value", "weight": 2.0}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["play.gamez=8"], "play.explorer: gamez: not known"),
        (["play.games=0"], "play.explorer: games: expected 1 or more"),
        (["play.games=many"], "play.explorer: games: expected a whole number"),
        (["steps=0"], "steps: expected 1 or more"),
        (["stepz=1"], "stepz: not known"),
        (["learn.rat=1"], "learn.rat: not known"),
        (["learn.rate=[[5, 1.0], [3, 1.0]]"], "a schedule is a number, or points"),
        (["play.kind=mine"], "play: mine is not one of "),
        (["play={}"], "play: no kind; there are "),
        (["loss.mine.weight=1"], "loss: mine is not one of "),
        (["loss={}"], "loss: expected 1 or more, found 0"),
        (["play.games"], "--set is NAME=VALUE, as games=8, not play.games"),
        (["play..games=1"], "--set is NAME=VALUE"),
        (["about.more=1"], "about has no parts to change"),
    ],
)
def test_changes_that_cannot_be_are_said_in_a_line(changes: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as told:
        read_recipe("dqn", changes)
    assert "\n" not in str(told.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere: no such recipe; there are .*dqn"):
        read_recipe("nowhere")
    with pytest.raises(ValueError, match="no such recipe"):
        read_recipe(str(tmp_path / "nowhere.toml"))
    (tmp_path / "bad.toml").write_text("about = ", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad.toml: Invalid value"):
        read_recipe(str(tmp_path / "bad.toml"))
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
