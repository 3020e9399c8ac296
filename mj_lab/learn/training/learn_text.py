"""Prints recipes and evaluations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from mj_bot.nets.moves import DECISION_KINDS
from mj_lab.learn.training.losses.learner import LearnOptions
from mj_lab.learn.training.parts.part import PartOptions
from mj_lab.learn.training.run.recipe import Recipe
from mj_lab.learn.training.run.registry import (
    AIM_PARTS,
    MODEL_PARTS,
    PART_KIND,
    PLAY_PARTS,
    TERM_PARTS,
    Registry,
)
from mj_lab.measure.arena.report.duel_text import number

_LIMITS = {
    "minimum": "{} or more",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
}


def print_recipes(console: Console, recipes: Mapping[str, Recipe]) -> None:
    """A table of recipes."""
    table = Table("recipe", "about", "cost", "result", show_lines=True)
    for name, recipe in recipes.items():
        table.add_row(name, recipe.about, recipe.cost, recipe.result)
    console.print(table, markup=False)


def recipe_text(recipe: Recipe) -> str:
    """A whole recipe as TOML, with the meaning, default and limits of each option."""
    parts: list[tuple[str, Registry, dict[str, Any]]] = [
        ("play", PLAY_PARTS, recipe.play), ("aim", AIM_PARTS, recipe.aim),
        ("model", MODEL_PARTS, recipe.model),
        *((f"loss.{name}", TERM_PARTS, section) for name, section in recipe.loss.items()),
    ]  # fmt: skip
    whole = recipe.as_json()
    own = [name for name in Recipe.model_fields if not isinstance(whole[name], dict)]
    lines = list(_option_lines(Recipe, {name: whole[name] for name in own}))
    for name, registry, section in parts:
        kind = section[PART_KIND]
        given = {key: value for key, value in section.items() if key != PART_KIND}
        lines += [f"\n[{name}]", f"{PART_KIND} = {json.dumps(kind)}"]
        lines += _option_lines(registry.named(kind).Options, given)
    return "\n".join([*lines, "\n[learn]", *_option_lines(LearnOptions, whole["learn"])])


def _option_lines(options: type[PartOptions], given: Mapping[str, Any]) -> Iterator[str]:
    known = options.model_json_schema()["properties"]
    for name, value in given.items():
        schema = known[name]
        meaning = [schema["description"]] if "description" in schema else []
        if schema.get("default", "") not in (value, ""):
            meaning.append(f"default {_value(schema['default'])}")
        meaning += _limits(schema)
        line = f"# {name} = none" if value is None else f"{name} = {_value(value)}"
        yield f"{line:28}  # {'; '.join(meaning)}" if meaning else line


def _value(value: Any) -> str:
    return "none" if value is None else json.dumps(value, ensure_ascii=False)


def _limits(schema: Mapping[str, Any]) -> list[str]:
    """The limits in a schema; for a list those of its items."""
    inner = schema.get("items", {})
    schemas = [] if isinstance(inner, bool) else [schema, inner, *schema.get("anyOf", ())]
    limits = [
        template.format(_value(part[key])) for part in schemas for key, template in _LIMITS.items()
        if key in part
    ]  # fmt: skip
    return limits + [
        f"one of {', '.join(map(str, part['enum']))}" for part in schemas if "enum" in part
    ]


def print_evaluation(console: Console, evaluation: dict[str, Any]) -> None:
    """Print an evaluation, for `mj learn evaluate`."""

    def say(text: str) -> None:
        console.print(text, markup=False, highlight=False, soft_wrap=True)

    say(
        f"{evaluation['network']}, {evaluation['examples']:,} examples"
        f" of the split {evaluation['split']},"
        f" {evaluation['per_second']:,.0f} a second"
    )
    discards = evaluation["discards"]
    say(
        f"discards ({discards['first']['count']:,}): the teacher's is the first choice in"
        f" {_percent(discards['first'])}, among the first three in"
        f" {_percent(discards['first_three'])}"
    )
    lost, almost = evaluation["lost"], discards["first_of_almost_equal"]
    if lost["count"]:
        say(
            f"by the teacher's values a discard loses {number(lost['points'])} points"
            f" (± {number(lost['error'] or 0)}); where its best two are almost equal"
            f" ({almost['count']:,}) it is the first choice in {_percent(almost)}"
        )
    for kind in DECISION_KINDS:
        if kind in evaluation["kinds"]:
            share = evaluation["kinds"][kind]
            say(f"all of kind {kind} ({share['count']:,}): the same move in {_percent(share)}")
    for name, claim in evaluation["claims"].items():
        if claim["legal"]:
            say(
                f"{name}: legal {claim['legal']:,}, by the teacher {claim['teacher']:,},"
                f" by the network {claim['network']:,}; precision {_share(claim['precision'])},"
                f" recall {_share(claim['recall'])}"
            )


def _percent(share: dict[str, Any]) -> str:
    if share["share"] is None:
        return "-"
    error = share["error"]
    return f"{100 * share['share']:.2f}%" + (f" ± {number(100 * error)}" if error else "")


def _share(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.1f}%"
