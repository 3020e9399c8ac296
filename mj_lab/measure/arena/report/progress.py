"""The progress of a run on the terminal."""

from __future__ import annotations

import math
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from mj_lab.core.runner.unit import Played
from mj_lab.core.sprt import BOUND
from mj_lab.core.wall_means import LEAST_WALLS, Running
from mj_lab.measure.arena.duel import StopRule
from mj_lab.measure.arena.report.duel_text import number, signed
from mj_lab.measure.arena.tally import difference

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

# Seconds between two lines, where there is no progress bar, and between two states of the bar.
LINE_EVERY = 30.0
_BAR_EVERY = 0.1


class Progressing:
    """Displays a run's progress: walls, games a second, the running difference, the time left.

    stop: the rule that may end it early. compared: whether units have a difference to show. unit:
    the word for a unit.
    """

    def __init__(
        self,
        console: Console,
        total: int,
        stop: StopRule | None = None,
        compared: bool = True,
        unit: str = "walls",
    ) -> None:
        self._console = console
        self._unit = unit
        self._stop = stop or StopRule()
        self._compared = compared
        self._running = Running()
        self._games = 0
        self._units = 0
        self._new = 0
        self._total = total
        self._started = monotonic()
        self._last_shown = self._started
        self._bar = _bar(console) if console.is_terminal else None

    def watch(self, played: Played, new: bool) -> None:
        """Count a unit; those of an earlier run do not count towards the speed."""
        if self._compared:
            self._running.add(difference(played.games))
        self._units += 1
        if new:
            self._games += len(played.games)
            self._new += 1
        now = monotonic()
        if now - self._last_shown > (LINE_EVERY if self._bar is None else _BAR_EVERY):
            self._last_shown = now
            self._show(self._text())

    def _show(self, text: str) -> None:
        if self._bar is None:
            self._console.print(f"{self._walls()}, {text}", highlight=False)
            return
        for task in self._bar.task_ids:
            self._bar.update(
                task,
                completed=self._units,
                total=self._expected(),
                description=text,
                walls=self._walls(),
            )

    def _walls(self) -> str:
        total = self._expected()
        return f"{self._units} of {'?' if total is None else total} {self._unit}"

    def _expected(self) -> int | None:
        """The expected number of walls; the error falls with the square root of the walls."""
        until, sprt, error = self._stop.until, self._stop.sprt, self._running.error
        if until is None and sprt is None:
            return self._total
        wanted = [float(self._total)]
        if until is not None and error is not None:
            wanted.append(self._running.count * (error / until) ** 2)
        if sprt is not None and (walls := sprt.walls_expected(self._running)) is not None:
            wanted.append(walls)
        if len(wanted) == 1:
            return None
        return min(self._total, max(math.ceil(min(wanted)), LEAST_WALLS, self._units))

    def _text(self) -> str:
        seconds = max(monotonic() - self._started, 1e-9)
        text = f"{self._games / seconds:.3g} games/s"
        if self._compared:
            text += f", {signed(self._running.mean)} ± {number(self._running.error)}"
        if self._stop.sprt is not None:
            text += f", LLR {signed(self._stop.sprt.ratio(self._running))} of ±{number(BOUND)}"
        total = self._expected()
        if total is None or not self._new:
            return text
        left = (total - self._units) * seconds / self._new
        return f"{text}, {timedelta(seconds=round(left))} left"

    def __enter__(self) -> Progressing:
        """Start the display."""
        if self._bar is not None:
            self._bar.add_task("", total=self._expected(), walls=self._walls())
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the display."""
        if self._bar is not None:
            self._bar.stop()


def _bar(console: Console) -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.fields[walls]}"),
        BarColumn(bar_width=None),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
    )
