"""The loop with a scoring that costs nothing: it finds, it resumes, it refuses what is not its."""

import json
import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from mj_lab.core.line_log import LineLogError
from mj_lab.measure.tune.log import Against, Log, Score
from mj_lab.measure.tune.loop import METHODS, SURFACE, Plan, Scorer, TuneWatch, Tuning, run_tuning
from mj_lab.measure.tune.parameters import Parameter, Values

PLAN = Plan((Parameter("a", -10, 30), Parameter("b", 0.01, 100, True)), 6, 0.25, "7")
# The optimum: at 0.25 of the range of a, and at 0.75 of that of b.
A, B = 0.0, 10.0


def height(values: Values) -> float:
    """How good values are: 0 at the optimum, -1 where it is half a range away in one of them."""
    off = (values["a"] - A) / 40, math.log(values["b"] / B) / math.log(1e4)
    return -4 * sum(one**2 for one in off)


def scorer(noise: float) -> Scorer:
    """Heights with noise: one lot for the seed's walls, which all share, and one for each trial."""

    def score(seed: str, trials: Sequence[Values]) -> Generator[Score, None, None]:
        walls = Random(seed).gauss(0, 10)
        for values in trials:
            np.random.random()  # Whatever else draws must not matter, and a resumed run draws less.
            mean = height(values) + walls + Random(f"{seed}{values}").gauss(0, noise)
            yield Score(mean, noise, (Against("fake", mean, noise, 4, 1, 2),), 0.125)

    return score


def stopping(scored: Scorer, after: int) -> Scorer:
    """The same, but Ctrl-C comes after this many trials."""
    left = [after]

    def score(seed: str, trials: Sequence[Values]) -> Generator[Score, None, None]:
        for one in scored(seed, trials):
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            yield one

    return score


def run(path: Path, trials: int, score: Scorer, plan: Plan = PLAN, **settings: Any) -> Tuning:
    with Log(path, {**plan.settings(), **settings}) as log:
        return run_tuning(plan, log, score, trials, TuneWatch())


def ends(tuning: Tuning) -> tuple[Any, ...]:
    return tuning.trials, tuning.generations, tuning.mean(), tuning.reach(1), tuning.complete


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_it_finds_the_optimum_through_noise(tmp_path: Path, seed: str) -> None:
    plan = Plan(PLAN.parameters, 8, 0.25, seed)
    tuning = run(tmp_path / "log", 240, scorer(0.05), plan)
    assert tuning.generations == 30
    # The start, the middle of the ranges, is 0.5 below the optimum.
    assert height(plan.values((0.5, 0.5))) == pytest.approx(-0.5)
    assert height(tuning.mean()) > -0.02
    low, high = tuning.reach(-1), tuning.reach(1)
    assert all(low[name] < value < high[name] for name, value in tuning.mean().items())


def test_the_optimum_may_lie_in_a_corner(tmp_path: Path) -> None:
    def score(seed: str, trials: Sequence[Values]) -> Generator[Score, None, None]:
        for values in trials:
            assert -10 <= values["a"] <= 30
            assert 0.01 <= values["b"] <= 100
            yield Score(values["a"] / 40 - math.log(values["b"]) / 9, None, ())

    mean = run(tmp_path / "log", 240, score).mean()
    assert mean["a"] > 28
    assert mean["b"] < 0.02


def test_the_recommendation_is_not_the_luckiest_trial(tmp_path: Path) -> None:
    tuning = run(tmp_path / "log", 60, scorer(0.5))
    best = tuning.best
    assert best is not None
    assert best.score.mean == max(trial.score.mean for trial in tuning.trials)
    assert best.values != tuning.mean()


def test_a_generation_shares_its_walls_and_the_next_has_others(tmp_path: Path) -> None:
    trials = run(tmp_path / "log", 18, scorer(0)).trials
    seeds = {(trial.generation, trial.seed) for trial in trials}
    assert seeds == {(k, f"7 generation {k}") for k in (1, 2, 3)}
    assert [trial.number for trial in trials] == [1, 2, 3, 4, 5, 6] * 3


@pytest.mark.parametrize("plan", [PLAN, replace(PLAN, method=SURFACE)], ids=METHODS)
@pytest.mark.parametrize("after", [0, 1, 5, 6, 7, 20, 26])
def test_a_stopped_tuning_goes_on_as_if_it_had_not(tmp_path: Path, after: int, plan: Plan) -> None:
    through = run(tmp_path / "through", 27, scorer(0.3), plan)
    stopped = run(tmp_path / "stopped", 27, stopping(scorer(0.3), after), plan)
    assert not stopped.complete
    assert stopped.trials == through.trials[:after]
    resumed = run(tmp_path / "stopped", 27, stopping(scorer(0.3), 27 - after), plan)
    assert ends(resumed) == ends(through)
    assert (tmp_path / "stopped").read_bytes() == (tmp_path / "through").read_bytes()


def test_more_trials_go_on_and_fewer_are_counted(tmp_path: Path) -> None:
    through = run(tmp_path / "through", 20, scorer(0.3))
    run(tmp_path / "log", 9, scorer(0.3))  # In the middle of a generation.
    assert ends(run(tmp_path / "log", 20, scorer(0.3))) == ends(through)
    fewer = run(tmp_path / "log", 8, stopping(scorer(0.3), 0))
    assert fewer.complete
    assert fewer.trials == through.trials[:8]
    assert fewer.generations == 1
    assert (tmp_path / "log").read_bytes() == (tmp_path / "through").read_bytes()


def test_other_seeds_ask_for_other_values(tmp_path: Path) -> None:
    asked = [
        run(tmp_path / seed, 6, scorer(0), Plan(PLAN.parameters, 6, 0.25, seed)).trials
        for seed in ("0", "1")
    ]
    values = [{tuple(trial.values.values()) for trial in trials} for trials in asked]
    assert not values[0] & values[1]


def test_the_log_says_all_of_a_trial(tmp_path: Path) -> None:
    run(tmp_path / "log", 1, scorer(0.5), walls=3)
    first, second = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert first["kind"] == "tune"
    assert (first["walls"], first["seed"], first["population"], first["sigma"]) == (3, "7", 6, 0.25)
    assert first["params"][1] == {"name": "b", "low": 0.01, "high": 100, "log": True}
    mean = second["score"]
    assert second.pop("params").keys() == {"a", "b"}
    assert second == {
        "generation": 1,
        "trial": 1,
        "score": mean,
        "error": 0.5,
        "against": [
            {"player": "fake", "mean": mean, "error": 0.5, "games": 4, "faults": 1, "theirs": 2}
        ],
        "games": 4,
        "faults": 1,
        "seed": "7 generation 1",
        "seconds": 0.125,
    }


Lines = list[dict[str, Any]]


def best_of(lines: Lines) -> dict[str, Any]:
    return max(lines, key=lambda line: float(line["score"]))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[3]["params"].update(a=1e-3), "line 4 is not the trial 1.3 that the"),
        # The order of the first generation's scores decides what the second tries.
        (lambda lines: best_of(lines[1:7]).update(score=-1e3), "is not the trial 2.1 that the"),
        (lambda lines: lines.pop(4), "line 5 is not the trial 1.4 that the optimiser asks for"),
        (lambda lines: lines[5].update(seed="8 generation 1"), "line 6 is not the trial 1.5 that"),
        (lambda lines: lines[5].pop("score"), "line 6 is no trial"),
        (lambda lines: lines[5].update(score=math.nan), "line 6 is no trial"),
        (lambda lines: lines[5].update(score=10**400), "line 6 is no trial"),
    ],
)
def test_a_changed_log_is_refused(
    tmp_path: Path, change: Callable[[Lines], object], reason: str
) -> None:
    path = tmp_path / "log"
    run(path, 12, scorer(0.3))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = path.read_bytes()
    with pytest.raises(LineLogError, match=reason):
        run(path, 18, scorer(0.3))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["nonsense", '{"kind": "duel"}\n', "[" * 100_000 + "\n"])
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "log"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(LineLogError, match="is no log of mj arena tune"):
        run(path, 6, scorer(0))
    assert path.read_text(encoding="latin-1") == content


def test_a_log_of_other_settings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    run(path, 3, scorer(0), walls=3)
    with path.open("ab") as file:
        file.write(b'{"torn')
    before = path.read_bytes()
    with pytest.raises(LineLogError, match="its walls is 3, not 4"):
        run(path, 3, scorer(0), walls=4)
    for other, name in (
        (Plan(PLAN.parameters, 7, 0.25, "7"), "population"),
        (Plan(PLAN.parameters, 6, 0.3, "7"), "sigma"),
        (Plan(PLAN.parameters, 6, 0.25, "8"), "seed"),
        (Plan((PLAN.parameters[0], Parameter("b", 0.01, 99, True)), 6, 0.25, "7"), "params"),
    ):
        with pytest.raises(LineLogError, match=f"is of another run: its {name} is"):
            run(path, 3, scorer(0), other, walls=3)
    assert path.read_bytes() == before


def test_two_cannot_use_a_log_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Log(log, {}), pytest.raises(LineLogError, match="another process is using"):
        Log(log, {})
    Log(log, {}).__exit__(None, None, None)
