"""Prints what a model changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mj_lab.core.text.labels import fan_label
from mj_lab.core.text.notation import WINDS
from mj_lab.explain.analysis.candidate_tables import figure
from mj_lab.learn.advantages.changes_counts import UNDERSTOOD

# Less than this rounds to 0.
_SHOWN = 5e-4


def change_lines(figures: Mapping[str, Any]) -> list[str]:
    """The figures of `counted` in lines."""
    lines = [
        f"{figures['games']:,} games of four, {figures['decisions']:,} decisions with a choice;"
        f" changed: {figures['changed']:,} ({100 * figures['share']:.2f}%),"
        f" {figures['changed_a_game']:.2f} a game",
        f"a change: {figures['added']:+.3f} points by the model over the margin,"
        f" {figures['given_up']:.3f} of value given up",
    ]
    lines += _by_kind(figures["by_kind"]) + _by_turn(figures["by_turn"])
    lines += _differences(figures["differences"]) + _drivers(figures["drivers"])
    for number, example in enumerate(figures["examples"], start=1):
        lines += ["", *_example(number, example)]
    return lines


def _by_kind(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    head = [
        "",
        f"{'odds':10}{'learned':10}{'decisions':>10}{'changed':>9}   share   added  given up",
    ]
    return head + [f"{row['odds']:10}{row['learned']:10}{_figures(row)}" for row in rows]


def _by_turn(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    head = ["", f"{'own discards':20}{'decisions':>10}{'changed':>9}   share   added  given up"]
    return head + [f"{row['first']:>2} to {row['last']:<13} {_figures(row)}" for row in rows]


def _figures(row: Mapping[str, Any]) -> str:
    return (
        f"{row['decisions']:>10,}{row['changed']:>9,} {100 * row['share']:6.2f}%"
        f" {row['added']:+7.3f} {row['given_up']:9.3f}"
    )


def _differences(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines += [
            "",
            f"{row['change']} ({row['changed']:,}): the action taken has more of",
        ]
        lines += [
            f"  {value:+8.3f}  {UNDERSTOOD[name]}"
            for name, value in row["more"].items()
            if abs(value) >= _SHOWN
        ]
    return lines


def _drivers(rows: Sequence[Mapping[str, Any]] | None) -> list[str]:
    if not rows:
        return []
    return ["", "points of a change by feature"] + [
        f"  {row['points']:+8.3f}  {row['feature']}" for row in rows
    ]


def _example(number: int, example: Mapping[str, Any]) -> list[str]:
    of_odds, taken = example["kind"]
    lines = [
        f"{number}. {of_odds} -> {taken}: {example['learned']} in place of {example['odds']},"
        f" {example['added']:+.2f} points, {example['given_up']:.2f} given up",
        f"   {WINDS[example['seat']]}, prevalent wind {WINDS[example['prevalent_wind']]},"
        f" {example['discarded']} discarded, {example['wall']} tiles left in the own wall",
        f"   {_own(example)}",
    ]
    for other in example["others"]:
        melds = "".join(f" {meld}" for meld in other["melds"])
        lines.append(f"   {WINDS[other['seat']]}:{melds} discards {other['discards'] or 'none'}")
    lines.append("   action            value  learned     win  danger  aims at")
    for row in example["candidates"]:
        lines.append(
            f"   {row['action']:16}{_points(row['value']):>7}{_points(row['learned']):>9}"
            f" {figure('win_chance', row['win_chance']):>7} {figure('deal_in', row['deal_in']):>7}"
            f"  {_aim(row['targets'])}"
        )
    lines.append(f"   {example['learned']}, not {example['odds']}: {example['reason']}")
    return lines + ([f"   {example['command']}"] if "command" in example else [])


def _own(example: Mapping[str, Any]) -> str:
    melds = "".join(f" {meld}" for meld in example["melds"])
    if example["offered_by"] is not None:
        came = f"{example['offered']} discarded by {WINDS[example['offered_by']]}"
    else:
        came = f"{example['drawn']} drawn" if example["drawn"] else "claimed"
    return f"hand {example['hand']}{melds}, {came}; own discards {example['discards'] or 'none'}"


def _points(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}"


def _aim(targets: Sequence[Mapping[str, Any]]) -> str:
    return "".join(
        f"{target['fan']} fan: {', '.join(fan_label(fan)[1] for fan in target['fans'])}"
        for target in targets
    )
