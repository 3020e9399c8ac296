"""Recipes: the shipped ones can be made and read again, bad ones are refused in one line."""

from pathlib import Path

import pytest
import torch

from mj_bot.nets.weights_file import pack_weights
from mj_lab.learn.training.learn_text import recipe_text
from mj_lab.learn.training.parts.part import Context, Model
from mj_lab.learn.training.run.recipe import read_recipe, recipe_of, shipped_recipes
from mj_lab.learn.training.run.registry import (
    AIM_PARTS,
    MODEL_PARTS,
    PART_KIND,
    PLAY_PARTS,
    TERM_PARTS,
)
from tests.mj_lab.learn.training.small_weights import small_weights

TEACHER = "about = 'mine'\n[aim]\nkind = 'teacher'\n[loss.cross_entropy]\n"
WHOLE = TEACHER + "[play]\nkind = 'data'\n[model]\nkind = 'columns_net'\n"


@pytest.mark.parametrize("name", shipped_recipes())
def test_a_shipped_recipe_makes_its_model_and_is_read_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = read_recipe(name)
    monkeypatch.chdir(tmp_path)
    if begin := recipe.model.get("begin"):
        Path(begin).write_bytes(pack_weights(*small_weights(), "float32"))
    assert recipe.about and recipe.cost and recipe.result
    model: Model = MODEL_PARTS.made(
        recipe.model, Context(recipe.seed, tmp_path, torch.device("cpu"))
    )
    assert sum(one.numel() for one in model.parameters()) > 100
    assert recipe_of(recipe.as_json(), "again") == recipe
    (tmp_path / "shown.toml").write_text(recipe_text(recipe), encoding="utf-8")
    assert read_recipe(str(tmp_path / "shown.toml")) == recipe


@pytest.mark.parametrize("name", shipped_recipes())
def test_what_can_be_set_says_what_it_is_and_is_given(name: str) -> None:
    recipe = read_recipe(name)
    asked = [(PLAY_PARTS, recipe.play), (AIM_PARTS, recipe.aim), (MODEL_PARTS, recipe.model)]
    for registry, section in [*asked, *((TERM_PARTS, one) for one in recipe.loss.values())]:
        options = registry.named(section[PART_KIND]).Options
        for option, field in options.model_fields.items():
            assert field.description, f"{section[PART_KIND]}.{option}"
            given = option in section or not field.is_required()
            assert given, f"{section[PART_KIND]}.{option}"


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


def test_parts_are_changed_by_words() -> None:
    words = ["play.batch=64", "model.width=96", "model.heads=[]", "learn.cosine=none", "seed=7"]
    recipe = read_recipe("imitate", [*words, "model.kind=columns_net"])
    assert (recipe.play["batch"], recipe.model["width"], recipe.model["heads"]) == (64, 96, [])
    assert (recipe.learn.cosine, recipe.seed) == (None, "7")
    assert recipe.learn.rate == read_recipe("imitate").learn.rate


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("about = ", "Invalid value"),
        (TEACHER + "play = 3", "play: "),
        (TEACHER + "[play]\nkind = 'data'", "model: missing"),
        (WHOLE + "deep = 3", "model.columns_net: deep: not known"),
        (WHOLE.replace("columns_net", "resnet"), "model: resnet is not one of columns_net, "),
        (WHOLE.replace("'data'", "'mj_lab.cli:app'"), "play: mj_lab.cli:app is no Part"),
        (WHOLE.replace("kind = 'data'", ""), "play: no kind; there are data"),
        (WHOLE.replace("[loss.cross_entropy]", "[loss]"), "loss: expected 1 or more"),
        (WHOLE + "features = []", "features: expected 1 or more, found 0"),
        (WHOLE.replace("'data'", "'data'\nkinds = ['pung']"), "pung is not one of discard, claim"),
        (WHOLE.replace("'data'", "'data'\nbatch = 1"), "play.data: batch: expected 2 or more"),
    ],
)
def test_a_bad_recipe_is_refused(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError) as refused:  # the words are below
        read_recipe(str(path))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("nothing", "seed=1", "nothing: no such recipe; there are design_cnn, "),
        ("imitate", "seed", "--set is NAME=VALUE, as games=8, not seed"),
        ("imitate", ".seed=1", "--set is NAME=VALUE"),
        ("imitate", "seed.a=1", "seed has no parts to change"),
        ("imitate", "steps=0", "steps: expected 1 or more"),
        ("imitate", "learn.rate=[[3,1.0],[2,1.0]]", "points .step, number. with steps that rise"),
    ],
)
def test_a_bad_name_or_change_is_refused(name: str, change: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_recipe(name, [change])
