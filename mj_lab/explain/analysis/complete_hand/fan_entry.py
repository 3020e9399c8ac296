"""Explains a fan by name, with an example hand and all its fans."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from mj_lab.core.text.fan_names import ENGLISH_NAMES
from mj_lab.core.text.fan_table import FanEntry
from mj_lab.core.text.hands import parse_hand
from mj_lab.core.text.notation import Notation
from mj_lab.explain.analysis.complete_hand.fan_study import fan_study
from mj_lab.explain.analysis.complete_hand.fan_text import print_fan_study


def fan_entry_row(entry: FanEntry) -> dict[str, Any]:
    """A fan as plain data: value, names, rules, excludes, and `example`, the study of its hand."""
    example = entry.example
    return {
        "name": entry.name,
        "english": entry.english,
        "value": example.value,
        "rule": [entry.rule_english, entry.rule_chinese],
        "excludes": list(example.excludes),
        "example": fan_study(parse_hand(example.hand), flags=example.won),
    }


def print_fan_entry(
    console: Console, entry: FanEntry, notation: Notation = Notation.LETTERS
) -> None:
    """Print a fan: its line, the fans that it excludes, its example with all its fans."""
    row = fan_entry_row(entry)
    console.print(Text(f"{entry.name} {entry.english}: {row['value']} fan 番", "bold"))
    for rule in row["rule"]:
        console.print(Text(rule))
    if row["excludes"]:
        names = ", ".join(f"{name} {ENGLISH_NAMES[name]}" for name in row["excludes"])
        console.print(Text(f"not counted beside it 不另计: {names}"))
    console.print(Text("\nfor example 例如", "italic"))
    print_fan_study(console, {**row["example"], "divisions": []}, notation)
