"""A tuning on the terminal: lines while it runs, and its recommendation."""

from __future__ import annotations

from shlex import quote
from typing import Any

from rich.console import Console

from mj_lab.measure.arena.report.duel_text import number, signed
from mj_lab.measure.tune.duels import Duels
from mj_lab.measure.tune.log import Trial
from mj_lab.measure.tune.loop import TuneWatch, Tuning
from mj_lab.measure.tune.parameters import Values, spec_of
from mj_lab.measure.tune.surface import Response, Surface

# How many walls the final advice recommends for a check.
_CHECK_WALLS = 300


class Lines(TuneWatch):
    """A line for every new trial and every full generation.

    limit: the number of trials asked for.
    """

    def __init__(self, console: Console, limit: int) -> None:
        self._console = console
        self._limit = limit
        self._replayed = 0
        self._started = False

    def played(self, tuning: Tuning, trial: Trial, new: bool) -> None:
        """Print a new trial; before the first, the starting point and what cannot be used."""
        if not new:
            self._replayed += 1
            return
        if not self._started:
            self._start(tuning.plan.population)
        faults = f", {_counted(trial.score.faults, 'fault')}" if trial.score.faults else ""
        _print(self._console, f"{trial.name}: {score_text(trial)}{faults}, {_listed(trial.values)}")

    def _start(self, population: int) -> None:
        self._started = True
        if self._replayed:
            _print(self._console, f"resumes after {_counted(self._replayed, 'trial')} of the log")
        left = self._limit % population
        if left:
            _print(
                self._console,
                f"a generation has {population} trials: of {self._limit} trials the optimiser"
                f" does not learn from the last {left}",
            )

    def scored(self, tuning: Tuning, new: bool) -> None:
        """Print the estimate after a new generation."""
        best = tuning.best
        if new and best is not None:
            _print(
                self._console,
                f"generation {tuning.generations}: mean {_with_spread(tuning)};"
                f" best so far {best.name}: {score_text(best)}",
            )


def score_text(trial: Trial) -> str:
    """A trial's score with its error."""
    return f"{signed(trial.score.mean)} ± {number(trial.score.error)}"


def tuning_summary(tuning: Tuning, duels: Duels, limit: int) -> dict[str, Any]:
    """All results of a tuning, as plain data for JSON. limit: the number of trials asked for.

    `low` and `high` are a spread of the optimiser below and above the mean.
    """
    mean, best = tuning.mean(), tuning.best
    return {
        "kind": "tune",
        **duels.settings(),
        **tuning.plan.settings(),
        "complete": tuning.complete,
        "trials_asked_for": limit,
        "generations": tuning.generations,
        "games": sum(trial.score.games for trial in tuning.trials),
        "faults": sum(trial.score.faults for trial in tuning.trials),
        "recommended": {
            "spec": spec_of(duels.tactic, mean),
            "params": mean,
            "low": tuning.reach(-1),
            "high": tuning.reach(1),
        },
        "responses": {name: response._asdict() for name, response in _responses(tuning).items()},
        "best": None if best is None else best.to_json(),
        "trials": [trial.to_json() for trial in tuning.trials],
    }


def print_tuning(console: Console, tuning: Tuning, duels: Duels) -> None:
    """Print the recommendation first; every spec has its own line, for copying."""
    games = sum(trial.score.games for trial in tuning.trials)
    faults = sum(trial.score.faults for trial in tuning.trials)
    _print(
        console,
        f"{_counted(len(tuning.trials), 'trial')}, {_counted(tuning.generations, 'generation')} of"
        f" {tuning.plan.population}, {_counted(duels.walls, 'wall')} each against"
        f" {', '.join(duels.against)}, seed {tuning.plan.seed}: {games:,} games",
    )
    if faults:
        _print(console, f"{duels.tactic} was faulted in {_counted(faults, 'game')}: see the log")
    best = tuning.best
    if best is None or not tuning.generations:
        _print(console, "no generation is complete: nothing to recommend yet")
    else:
        for name, response in _responses(tuning).items():
            _print(console, "  " + _response_text(tuning, name, response))
        if isinstance(tuning.optimiser, Surface):
            _print(console, "recommended, where each number's parabola is highest:")
        else:
            _print(console, f"recommended, the optimiser's mean: {_with_spread(tuning)}")
        _print(console, "  " + spec_of(duels.tactic, tuning.mean()))
    if best is not None:
        _print(console, f"the best trial, partly by chance: {best.name}, {score_text(best)}")
        _print(console, "  " + spec_of(duels.tactic, best.values))
    if tuning.generations:
        _print(console, "it was chosen on these walls: check it on others")
        spec = quote(spec_of(duels.tactic, tuning.mean()))
        for player in duels.against:
            command = f"mj duel {spec} {quote(player)} --walls {_CHECK_WALLS} --seed report"
            _print(console, "  " + command)


def _responses(tuning: Tuning) -> dict[str, Response]:
    if not isinstance(tuning.optimiser, Surface):
        return {}
    names = (parameter.name for parameter in tuning.plan.parameters)
    return dict(zip(names, tuning.optimiser.responses(), strict=False))


def _response_text(tuning: Tuning, name: str, response: Response) -> str:
    low, high = (tuning.plan.values([end] * len(tuning.plan.parameters))[name] for end in (0, 1))
    return (
        f"{name} {high:.4g} for {low:.4g}:"
        f" {signed(response.slope)} ± {number(response.slope_error)},"
        f" the ends over the middle {signed(response.bend)} ± {number(response.bend_error)},"
        f" best {tuning.mean()[name]:.4g}"
    )


def _with_spread(tuning: Tuning) -> str:
    mean, low, high = tuning.mean(), tuning.reach(-1), tuning.reach(1)
    return ", ".join(f"{key} {mean[key]:.4g} ({low[key]:.3g} to {high[key]:.3g})" for key in mean)


def _listed(values: Values) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in values.items())


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
