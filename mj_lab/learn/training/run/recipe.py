"""Recipes in TOML files: the model, its games, its aim and its loss."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from mj_lab.core.records.json_lines import built
from mj_lab.learn.settings import parse_setting, setting_value
from mj_lab.learn.training.losses.learner import LearnOptions
from mj_lab.learn.training.parts.part import PartOptions
from mj_lab.learn.training.run.registry import (
    AIM_PARTS,
    MODEL_PARTS,
    PART_KIND,
    PLAY_PARTS,
    TERM_PARTS,
    Registry,
)

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

RECIPE_SUFFIX = ".toml"
# What may change when a run is resumed, besides the free options of its parts.
_FREE = frozenset({"about", "cost", "result", "begin", "steps", "threads"})
_SECTIONS: dict[str, Registry] = {"play": PLAY_PARTS, "aim": AIM_PARTS, "model": MODEL_PARTS}

Section = dict[str, Any]


class Recipe(PartOptions):
    """A recipe; `whole` has all defaults filled in.

    about: one line. cost, result: in words. play, aim, model: the `kind` of a part and its options.
    loss: terms by name, each with its options, and a `kind` if it differs from the name.
    """

    about: str
    cost: str = ""
    result: str = ""
    begin: str | None = Field(
        default=None, description="a run of the same model, to start from its weights"
    )
    steps: int = Field(default=20, ge=1, description="how many; more can follow")
    seed: str = Field(default="0", description="of walls, weights and all random numbers")
    threads: int = Field(default=1, ge=1, description="of PyTorch")
    play: Section
    aim: Section
    model: Section
    learn: LearnOptions = LearnOptions()
    loss: dict[str, Section] = Field(min_length=1)

    def as_json(self) -> dict[str, Any]:
        """The recipe as plain data."""
        data: dict[str, Any] = json.loads(self.model_dump_json())
        return data

    def differences(self, other: Recipe) -> list[str]:
        """The differences from another recipe that forbid resuming a run, in words."""
        ours, theirs = dict(self._lasting()), dict(other._lasting())
        return [
            f"{name} {theirs.get(name, 'is not there')}, not {ours.get(name, 'left out')}"
            for name in sorted({*ours, *theirs})
            if ours.get(name) != theirs.get(name)
        ]

    def _lasting(self) -> Iterator[tuple[str, str]]:
        for section, value in self.as_json().items():
            if section in _FREE:
                continue
            for name, option in _leaves(section, value):
                if name not in self._free():
                    yield name, json.dumps(option)

    def _free(self) -> set[str]:
        return {
            f"{section}.{name}"
            for section, registry in _SECTIONS.items()
            for name in registry.named(getattr(self, section)[PART_KIND]).Options.free
        }


def shipped_recipes() -> dict[str, Path]:
    """The recipes that come with mj_lab, by name."""
    folder = Path(__file__).parent.parent / "recipes"
    return {path.stem: path for path in sorted(folder.glob("*" + RECIPE_SUFFIX))}


def read_recipe(name: str, changes: Sequence[str] = ()) -> Recipe:
    """The recipe of a shipped name, a .toml file, or a run's folder with its config.json.

    changes: such as `learn.rate=1e-4` or `play.games=8`, with values in TOML; a bare word is a
    string, and `none` means no value.

    Raises ValueError, one line, if it is missing or not valid.
    """
    path = shipped_recipes().get(name, Path(name))
    data = _data_of(name, path)
    for change in changes:
        _change(data, change)
    return recipe_of(data, str(path))


def recipe_of(data: Any, source: str) -> Recipe:
    """Validate plain data as a whole recipe. source: its name in messages.

    Raises ValueError, one line, if they are not valid.
    """
    recipe = built(source, Recipe.model_validate, data)
    whole = {
        name: _whole(name, getattr(recipe, name), options) for name, options in _SECTIONS.items()
    }
    terms = {
        name: _whole("loss." + name, {PART_KIND: name, **section}, TERM_PARTS)
        for name, section in recipe.loss.items()
    }
    return recipe.model_copy(update={**whole, "loss": terms})


def _whole(name: str, section: Section, registry: Registry) -> Section:
    if not isinstance(section.get(PART_KIND), str):
        raise ValueError(f"{name}: no {PART_KIND}; there are {', '.join(sorted(registry.shipped))}")
    given = {key: value for key, value in section.items() if key != PART_KIND}
    options = registry.options(section[PART_KIND], given)
    return {PART_KIND: section[PART_KIND], **options.model_dump(mode="json")}


def _data_of(name: str, path: Path) -> dict[str, Any]:
    try:
        if path.is_dir():
            recipe: dict[str, Any] = json.loads((path / "config.json").read_text("utf-8"))["recipe"]
            return recipe
        if path.suffix == RECIPE_SUFFIX and path.is_file():
            return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
    known = ", ".join(shipped_recipes())
    raise ValueError(f"{name:.200}: no such recipe; there are {known}, or a {RECIPE_SUFFIX} file")


def _change(data: dict[str, Any], change: str) -> None:
    name, text = parse_setting(change)
    *parents, last = name.split(".")
    for parent in parents:
        inner = data.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{parent:.40} has no parts to change")
        data = inner
    data[last] = setting_value(text)


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(f"{name}.{key}", item)
    else:
        yield name, value
