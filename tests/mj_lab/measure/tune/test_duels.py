"""A trial is what `mj duel` says of the same specs, walls and seed."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.game.walls import Wall
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Setup, Unit
from mj_lab.core.wall_means import estimate
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.tune.duels import Arena, Duels
from mj_lab.measure.tune.parameters import Values

TRIALS: list[Values] = [{"risk": 0.1, "nothing": 0.0}, {"risk": 0.4, "nothing": 1.0}]
WALLS = 5


def duelled(folder: Path, a: str, b: str, seed: str) -> dict[str, Any]:
    duel = Duel((a, b), quick=True, seed=seed)
    with Store(folder / f"{a}-{b}.db", duel.settings()) as store:
        return summary_of(run_duel(duel, LocalEngine(1), store, WALLS)).to_json()


@pytest.mark.thorough
def test_a_trial_is_the_duels_it_stands_for(tmp_path: Path, gambler: str) -> None:
    # The first opponent plays as the first trial does: it must not be taken for it.
    opponents = (f"{gambler}@risk=0.1,nothing=0", f"{gambler}@risk=0.3")
    arena = Arena(Duels(gambler, opponents, WALLS), LocalEngine(1))
    scores = list(arena("s generation 1", TRIALS))
    assert len(scores) == len(TRIALS)
    for values, score in zip(TRIALS, scores, strict=True):
        spec = f"{gambler}@risk={values['risk']:g},nothing={values['nothing']:g}"
        wanted = [duelled(tmp_path, spec, player, "s generation 1") for player in opponents]
        for part, duel, player in zip(score.against, wanted, opponents, strict=True):
            assert part.player == player
            assert part.mean == duel["difference"]["mean"]
            assert part.error == duel["difference"]["error"]
            assert part.games == duel["games"] == 2 * WALLS
            ours, theirs = (sum(side["faults"].values()) for side in _sides(duel, spec))
            assert (part.faults, part.theirs) == (ours, theirs)
        by_wall = [[wall["difference"] for wall in duel["walls"]] for duel in wanted]
        both = estimate([(one + two) / 2 for one, two in zip(*by_wall, strict=True)])
        assert score.mean == pytest.approx(both.mean)
        assert score.error == pytest.approx(both.error)
        assert score.games == 4 * WALLS
        assert score.seconds > 0
    assert scores[0].faults < scores[1].faults


def _sides(duel: dict[str, Any], spec: str) -> list[dict[str, Any]]:
    """The spec's side, then the other one, whatever names they have."""
    sides = list(duel["sides"].values())
    assert sides[0]["player"] == spec
    return sides


class Noting(LocalEngine):
    """Notes what it is given to play."""

    def __init__(self) -> None:
        super().__init__(jobs=1)
        self.units: list[Unit] = []

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        self.units = list(units)
        return super().run(setup, self.units)


def test_all_trials_play_the_walls_of_the_seed(gambler: str) -> None:
    engine = Noting()
    opponents = (gambler, f"{gambler}@risk=0.5")
    list(Arena(Duels(gambler, opponents, WALLS), engine)("s generation 2", TRIALS))
    wanted = list(islice(Duel((gambler, gambler), seed="s generation 2").units(), WALLS))
    walls: dict[frozenset[int], list[tuple[str, Wall]]] = {}
    for unit in engine.units:
        walls.setdefault(frozenset(unit.seatings[0]), []).append((unit.key, unit.wall))
    assert walls.keys() == {frozenset({trial, place}) for trial in (0, 1) for place in (2, 3)}
    for played in walls.values():
        assert played == [(unit.key, unit.wall) for unit in wanted]


def test_code_that_changes_meanwhile_ends_it(gambler: str, tmp_path: Path) -> None:
    arena = Arena(Duels(gambler, (gambler,), 1), LocalEngine(1))
    scores = arena("1", TRIALS)
    next(scores)
    file = tmp_path / "tactics" / "gambler.py"
    file.write_text(file.read_text() + "\n# Better now.\n")
    with pytest.raises(ValueError, match="the code has changed while this ran"):
        next(scores)
