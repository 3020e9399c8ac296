"""Training and measurements on the terminal: a bar as it goes, a line a validation, tables."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from mj_bot.nets.moves import DECISION_KINDS
from mj_lab.arena.report.duel_text import number


class LearnLines:
    """What is said while a network is trained; a bar only where there is a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def begin(self, weights: int, device: str, step: int, steps: int | None) -> None:
        """Say what begins, and show the bar. weights: how many. steps: in all, if that is known."""
        self.say(
            f"{weights:,} weights on {device}" + (f", goes on after step {step:,}" if step else "")
        )
        if self._console.is_terminal:
            columns = (
                TextColumn("step {task.completed}"),
                BarColumn(),
                TextColumn("{task.description}"),
                TimeRemainingColumn(),
            )
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._task = self._bar.add_task("", total=steps, completed=step)
            self._bar.start()

    def step(self, step: int, loss: float, per_second: float) -> None:
        """Move the bar."""
        if self._bar is not None:
            words = f"loss {loss:.3f}, {per_second:,.0f} examples/s"
            self._bar.update(self._task, completed=step, description=words)

    def validation(self, figures: dict[str, Any], per_second: float, best: bool) -> None:
        """A line for a validation."""
        agreement = figures["agreement"]
        parts = ", ".join(f"{name} {part:.4f}" for name, part in figures["losses"].items())
        self.say(
            f"step {figures['step']:,}: loss {figures['loss']:.4f} ({parts}); discards"
            f" {_percent(agreement['discards']['first'])},"
            f" {_percent(agreement['discards']['first_three'])} among three;"
            f" {per_second:,.0f} examples/s{'; best so far' if best else ''}"
        )

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def say(self, text: str) -> None:
        """A line."""
        console = self._bar.console if self._bar is not None else self._console
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def print_evaluation(console: Console, found: dict[str, Any]) -> None:
    """A measurement as `mj learn evaluate` prints it."""

    def say(text: str) -> None:
        console.print(text, markup=False, highlight=False, soft_wrap=True)

    say(
        f"{found['network']}, {found['examples']:,} examples of the split {found['split']},"
        f" {found['per_second']:,.0f} a second"
    )
    discards = found["discards"]
    say(
        f"discards ({discards['first']['count']:,}): the teacher's is the first choice in"
        f" {_percent(discards['first'])}, among the first three in"
        f" {_percent(discards['first_three'])}"
    )
    for kind in DECISION_KINDS:
        if kind in found["kinds"]:
            share = found["kinds"][kind]
            say(f"all of kind {kind} ({share['count']:,}): the same move in {_percent(share)}")
    for name, one in found["claims"].items():
        if one["legal"]:
            say(
                f"{name}: legal {one['legal']:,}, by the teacher {one['teacher']:,}, by the network"
                f" {one['network']:,}; precision {_share(one['precision'])},"
                f" recall {_share(one['recall'])}"
            )


def _percent(share: dict[str, Any]) -> str:
    if share["share"] is None:
        return "-"
    error = share["error"]
    return f"{100 * share['share']:.2f}%" + (f" ± {number(100 * error)}" if error else "")


def _share(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.1f}%"
