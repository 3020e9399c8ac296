"""Recipes in TOML files: the model, its games, its aim and its loss."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, ValidationError

from mj_lab.core.error_text import error_text
from mj_lab.core.records.json_lines import first_line, one_line
from mj_lab.learn.settings import parse_setting, setting_value
from mj_lab.learn.training.losses.learner import LearnOptions
from mj_lab.learn.training.parts.checkpoint import LAST, read_checkpoint
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

RECIPE_SUFFIX, CHECKPOINT_SUFFIX = ".toml", Path(LAST).suffix
# What may change when a run is resumed, besides the free options of its parts.
_FREE = frozenset({"about", "cost", "result", "begin", "steps", "threads"})
_SECTIONS: dict[str, Registry] = {"play": PLAY_PARTS, "aim": AIM_PARTS, "model": MODEL_PARTS}

Section = dict[str, Any]
_Checked = TypeVar("_Checked", bound=PartOptions)


class _InvalidError(ValueError):
    """A part of a recipe that is not valid. place: which, as learn.rate."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(one_line(f"{place}: {problem}" if place else problem))
        self.place = place


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
    """The recipe of a shipped name, a .toml file, a run's folder (config.json), or a checkpoint.

    changes: such as `learn.rate=1e-4` or `play.games=8`, with values in TOML; a bare word is a
    string, and `none` means no value. Another kind begins with its own defaults.

    Raises ValueError, one line, if it is missing or not valid; it names the `--set` to blame.
    """
    path = shipped_recipes().get(name, Path(name))
    data = _data_of(name, path)
    changed = [parse_setting(change) for change in changes]
    try:
        # Kinds first: their options may be changed too.
        for key, text in sorted(changed, key=lambda one: not one[0].endswith("." + PART_KIND)):
            _change(data, key, setting_value(text))
        return _validated(data)
    except _InvalidError as error:
        place = error.place + "."
        of_change = any(
            place.startswith(key + ".") or (key + ".").startswith(place) for key, _ in changed
        )
        raise ValueError(f"--set {error}" if of_change else f"{path}: {error}") from None


def recipe_of(data: Any, source: str) -> Recipe:
    """Validate plain data as a whole recipe. source: its name in messages.

    Raises ValueError, one line, if they are not valid.
    """
    try:
        return _validated(data)
    except _InvalidError as error:
        raise ValueError(f"{source}: {error}") from None


def _validated(data: Any) -> Recipe:
    recipe = _checked("", Recipe, data)
    whole = {
        name: _whole(name, getattr(recipe, name), options) for name, options in _SECTIONS.items()
    }
    terms = {
        name: _whole("loss." + name, {PART_KIND: name, **section}, TERM_PARTS)
        for name, section in recipe.loss.items()
    }
    return recipe.model_copy(update={**whole, "loss": terms})


def _whole(place: str, section: Section, registry: Registry) -> Section:
    kind = section.get(PART_KIND)
    if not isinstance(kind, str):
        raise _InvalidError(
            place, f"no {PART_KIND}; there are {', '.join(sorted(registry.shipped))}"
        )
    try:
        part = registry.named(kind)
    except ValueError as error:
        # A term's kind is its name, if no other is given.
        named = place.endswith("." + kind)
        raise _InvalidError(place if named else f"{place}.{PART_KIND}", str(error)) from None
    given = {key: value for key, value in section.items() if key != PART_KIND}
    return {PART_KIND: kind, **_checked(place, part.Options, given).model_dump(mode="json")}


def _checked(place: str, options: type[_Checked], given: Any) -> _Checked:
    """Validate options. place: of them in the recipe. Raises _InvalidError."""
    try:
        return options.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        path = _path(first["loc"], given)
        problem = error_text(first["msg"])
        if first["type"] == "extra_forbidden":
            known = _known(options, path[:-1])
            problem = "no such option; " + (f"there are {known}" if known else "there are none")
        raise _InvalidError(".".join([place, *path] if place else path), problem) from None
    except (
        ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
    ) as error:  # fmt: skip
        raise _InvalidError(place, first_line(error)) from None


def _path(location: Sequence[str | int], data: Any) -> list[str]:
    """The keys of an error's location, without the types that pydantic tried."""
    path = []
    for key in location:
        if not isinstance(data, Mapping):
            break
        path.append(str(key))
        data = data.get(key)
    return path


def _known(options: type[PartOptions], path: Sequence[str]) -> str:
    """The names of the options at a path inside of these."""
    for name in path:
        inner = options.model_fields[name].annotation
        assert isinstance(inner, type) and issubclass(inner, PartOptions)
        options = inner
    return ", ".join(options.model_fields)


def _data_of(name: str, path: Path) -> dict[str, Any]:
    if path.suffix == CHECKPOINT_SUFFIX:
        of_run: dict[str, Any] = read_checkpoint(path)["recipe"]
        return of_run
    try:
        if path.is_dir():
            recipe: dict[str, Any] = json.loads((path / "config.json").read_text("utf-8"))["recipe"]
            return recipe
        if path.suffix == RECIPE_SUFFIX:
            return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problem = "no run there: no config.json" if path.is_dir() else "no such file"
        raise ValueError(f"{path}: {problem}") from None
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
    known = ", ".join(shipped_recipes())
    raise ValueError(f"{name:.200}: no such recipe; there are {known}, or a {RECIPE_SUFFIX} file")


def _change(data: dict[str, Any], name: str, value: Any) -> None:
    """Change a part of a recipe. Raises _InvalidError for a part of what has none."""
    *parents, last = name.split(".")
    for depth, parent in enumerate(parents):
        inner = data.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise _InvalidError(name, f"{'.'.join(parents[: depth + 1])} has no parts")
        data = inner
    if last == PART_KIND and data.get(last) not in (None, value):
        data.clear()
    data[last] = value


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(f"{name}.{key}", item)
    else:
        yield name, value
