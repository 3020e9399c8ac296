"""Writes mj_bot's numbers as C++ headers during the build, so that no number is kept twice.

    python mj_engine/bot_numbers.py FOLDER

For example BASE_VALUE of finishes.py becomes `numbers::finishes::kBaseValue` in
numbers/finishes.hpp. An int stays int, numpy's float32 becomes float, anything else double, exact
to the last bit.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# The modules whose constants the engine needs too.
MODULES = (
    "fan",
    "odds.coefficients",
    "odds.evaluator",
    "odds.last_draws",
    "odds.opponents.deal_in",
    "odds.opponents.discard_ages",
    "odds.opponents.tile_location",
    "odds.targets.nearest",
    "odds.targets.special_forms",
    "odds.targets.target_table",
    "odds.value.finishes",
    "odds.value.hand_value",
    "odds.win_chance",
    "routes.distance.basic_shanten",
    "routes.distance.connection",
    "routes.distance.difficulty",
    "routes.evaluator",
    "routes.families.all_types",
    "routes.families.chows",
    "routes.families.flushes",
    "routes.families.melded_hand",
    "routes.families.patterns",
    "routes.families.special",
)


def headers() -> dict[str, str]:
    """The text of each header by its name."""
    modules = {_short(path): import_module(f"mj_bot.{path}") for path in MODULES}
    found = {name: dict(_constants(module)) for name, module in modules.items()}
    flushes, patterns = modules["flushes"], modules["patterns"]
    for route in (flushes.HalfFlush, flushes.UpperFour, flushes.LowerFour):
        named = {"RATE": float(route.rate), "LOW": route.low, "HIGH": route.high}
        found["flushes"].update({f"{route.key}_{word}".upper(): n for word, n in named.items()})
    targets = patterns.TargetTable().targets
    found["patterns"]["RATES"] = [target.rate for target in targets]
    found["patterns"]["TILES"] = [sum(target.sets, ()) for target in targets]
    found["forecast"] = _forecast()
    found["learned"] = _learned()
    texts = {name: _header(name, numbers) for name, numbers in found.items()}
    return {**texts, "options": _options(import_module("mj_bot.odds.options").OPTIONS)}


def _short(path: str) -> str:
    """The module's name; for an evaluator its package's, since there are two evaluators."""
    return path.removesuffix(".evaluator").split(".")[-1]


def _constants(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The constants that a module itself defines: numbers, and structures of numbers only."""
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                value = getattr(module, one.id, None)
                if one.id.isupper() and one.id[0] != "_" and _is_numbers(value):
                    yield one.id, value


def _is_numbers(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_is_numbers(one) for one in value)
    return isinstance(value, (int, float, np.floating))


def _forecast() -> dict[str, Any]:
    model = import_module("mj_bot.odds.forecast.model").forecast_model()
    return {"MEAN": model.mean.tolist(), "SCALE": model.scale.tolist(), **_layers(model.layers)}


def _learned() -> dict[str, Any]:
    made = import_module("mj_bot.tactics").load_itself("learned")
    return {"MARGIN": made.margin, "WITHIN": made.within, **_layers(made.model.layers)}


def _layers(layers: Any) -> dict[str, Any]:
    """All weight rows and biases of the layers in one row; SIZES: the outputs of each layer."""
    weights = np.concatenate([weight.ravel() for weight, _ in layers])
    # What was stored in four bytes stays a float.
    short = weights.astype(np.float32)
    return {
        "SIZES": [len(bias) for _, bias in layers],
        "WEIGHTS": list(short if (short == weights).all() else weights),
        "BIASES": [float(one) for _, bias in layers for one in bias],
    }


def _header(name: str, numbers: Mapping[str, Any]) -> str:
    lines = [f"inline constexpr {_declared(one, value)};" for one, value in numbers.items()]
    body = "\n".join(lines)
    return (
        "#pragma once\n\n#include <array>\n#include <limits>\n\n"
        f"namespace mj::numbers::{name} {{\n\n{body}\n\n}}  // namespace mj::numbers::{name}\n"
    )


def _declared(name: str, value: Any) -> str:
    """One constant of numbers, rows of numbers, or numbers with names of their own."""
    constant = "k" + name.title().replace("_", "")
    if not isinstance(value, (tuple, list)):
        return f"{_type(value)} {constant} = {_text(value)}"
    fields = getattr(value, "_fields", ())
    if fields and not isinstance(value[0], tuple):
        named = zip(fields, value, strict=True)
        members = " ".join(f"{_type(n)} {field} = {_text(n)};" for field, n in named)
        return f"struct {constant[1:]} {{ {members} }} {constant}{{}}"
    if isinstance(value[0], tuple):
        whole = _type(*(one for row in value for one in row))
        rows = ", ".join(f"{{{', '.join(map(_text, row))}}}" for row in value)
        shape = f"std::array<std::array<{whole}, {len(value[0])}>, {len(value)}>"
        return f"{shape} {constant}{{{{{rows}}}}}"
    text = ", ".join(map(_text, value))
    return f"std::array<{_type(*value)}, {len(value)}> {constant}{{{text}}}"


def _type(*numbers: Any) -> str:
    if all(isinstance(one, np.float32) for one in numbers):
        return "float"
    return "int" if all(isinstance(one, int) for one in numbers) else "double"


def _text(number: Any) -> str:
    if number == float("inf"):
        return "std::numeric_limits<double>::infinity()"
    text = repr(number if isinstance(number, int) else float(number))
    return text + "F" if isinstance(number, np.float32) else text


def _options(options: Any) -> str:
    """OddsOptions, with defaults, and OPTION(name) for each as MJ_ODDS_OPTIONS(OPTION)."""
    fields = "\n".join(f"    {_type(o.default)} {o.name} = {_text(o.default)};" for o in options)
    names = " ".join(f"OPTION({option.name})" for option in options)
    return (
        f"#pragma once\n\n#define MJ_ODDS_OPTIONS(OPTION) {names}\n\nnamespace mj {{\n\n"
        f"// What each is says mj_bot/odds/options.py.\nstruct OddsOptions {{\n{fields}\n}};\n\n"
        "}  // namespace mj\n"
    )


def main() -> None:
    """Write each header into the folder, unless it would not change."""
    sys.path.insert(0, str(ROOT))
    folder = Path(sys.argv[1]) / "numbers"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in headers().items():
        path = folder / f"{name}.hpp"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
