"""The tuning loop: ask for a generation, score it, update the optimiser; or replay a log."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from mj_lab.core.line_log import LineLogError
from mj_lab.measure.tune.log import Log, Score, Trial
from mj_lab.measure.tune.optimiser import Optimiser
from mj_lab.measure.tune.parameters import Parameter, Values
from mj_lab.measure.tune.surface import Surface

CMA, SURFACE = "cma", "surface"
METHODS = (CMA, SURFACE)

# Scores sets of values, in order, all on the walls of this seed.
Scorer = Callable[[str, Sequence[Values]], Generator[Score, None, None]]


@dataclass(frozen=True)
class Plan:
    """What determines which values are tried.

    seed: of the optimiser and the walls. sigma: the optimiser's initial spread, as a fraction of
    the range; a surface has none. method: one of METHODS.
    """

    parameters: tuple[Parameter, ...]
    population: int
    sigma: float
    seed: str
    method: str = CMA

    def optimiser(self) -> Optimiser | Surface:
        """A new optimiser without scores."""
        if self.method == SURFACE:
            return Surface(len(self.parameters), self.population, self.seed)
        return Optimiser(len(self.parameters), self.population, self.sigma, self.seed)

    def values(self, point: Sequence[float]) -> Values:
        """The values at a point of the unit cube."""
        pairs = zip(self.parameters, point, strict=True)
        return {parameter.name: parameter.value(at) for parameter, at in pairs}

    def seed_of_walls(self, generation: int) -> str:
        """Every generation has new walls, so that nothing is fitted to one set."""
        return f"{self.seed} generation {generation}"

    def settings(self) -> dict[str, Any]:
        """As stored in the log."""
        return {
            "params": [parameter._asdict() for parameter in self.parameters],
            "population": self.population,
            "sigma": self.sigma,
            "seed": self.seed,
            # Logs from before there were two methods can be resumed.
            **({} if self.method == CMA else {"method": self.method}),
        }


@dataclass
class Tuning:
    """The progress of a tuning. generations: those that the optimiser has used."""

    plan: Plan
    optimiser: Optimiser | Surface
    trials: list[Trial] = field(default_factory=list)
    generations: int = 0
    complete: bool = False

    @property
    def best(self) -> Trial | None:
        """The trial with the best score; biased upwards, since it was selected by its score."""
        return max(self.trials, key=lambda trial: trial.score.mean, default=None)

    def mean(self) -> Values:
        """The optimiser's mean: its estimate of the best values."""
        return self.plan.values(self.optimiser.mean)

    def reach(self, spreads: float) -> Values:
        """The values at this many spreads from the mean, within the ranges."""
        pairs = zip(self.optimiser.mean, self.optimiser.spread, strict=True)
        return self.plan.values([min(max(at + spreads * by, 0.0), 1.0) for at, by in pairs])


class TuneWatch:
    """Callbacks for progress; this one does nothing."""

    def played(self, tuning: Tuning, trial: Trial, new: bool) -> None:
        """A trial is finished, new or from the log."""

    def scored(self, tuning: Tuning, new: bool) -> None:
        """The optimiser was updated with a generation. new: whether one of its trials is new."""


def run_tuning(plan: Plan, log: Log, score: Scorer, limit: int, watch: TuneWatch) -> Tuning:
    """Score trials up to `limit` in all, those of the log first.

    A last generation cut short by the limit is played, but the optimiser is not updated with it; so
    raising the limit later gives the same as setting it at once. KeyboardInterrupt ends it and
    returns what is finished. Raises LineLogError if the log has other values than the optimiser
    asks for.
    """
    tuning = Tuning(plan, plan.optimiser())
    try:
        while len(tuning.trials) < limit:
            _play_generation(tuning, log, score, limit, watch)
        tuning.complete = True
    except KeyboardInterrupt:
        pass
    return tuning


def _play_generation(tuning: Tuning, log: Log, score: Scorer, limit: int, watch: TuneWatch) -> None:
    plan, start, generation = tuning.plan, len(tuning.trials), tuning.generations + 1
    proposed = [plan.values(point) for point in tuning.optimiser.ask()]
    proposed = proposed[: limit - start]
    seed = plan.seed_of_walls(generation)
    replayed = log.trials[start : start + len(proposed)]
    for number, trial in enumerate(replayed, start=1):
        if trial[:4] != (generation, number, proposed[number - 1], seed):
            raise LineLogError(
                f"{log.path}: line {start + number + 1} is not the trial {generation}.{number}"
                " that the optimiser asks for: the file was changed, or made with another cma"
            )
        tuning.trials.append(trial)
        watch.played(tuning, trial, False)
    missing = proposed[len(replayed) :]
    if missing:
        with closing(score(seed, missing)) as scores:
            for values, trial_score in zip(missing, scores, strict=True):
                number = len(tuning.trials) - start + 1
                trial = Trial(generation, number, values, seed, trial_score)
                log.append(trial)
                tuning.trials.append(trial)
                watch.played(tuning, trial, True)
    if len(proposed) == plan.population:
        tuning.optimiser.tell([trial.score.mean for trial in tuning.trials[start:]])
        tuning.generations = generation
        watch.scored(tuning, bool(missing))
