"""The trials of a generation: duels against every opponent, all trials on the same walls."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.runner.engine import Engine, close
from mj_lab.core.runner.identity import CodeState, code_digest, names_of, program_digest
from mj_lab.core.runner.seatings import ALTERNATING
from mj_lab.core.runner.unit import Played, Setup, Unit
from mj_lab.core.wall_means import estimate
from mj_lab.measure.arena.tally import mean_score
from mj_lab.measure.tune.log import Against, Score
from mj_lab.measure.tune.parameters import Values, spec_of


@dataclass(frozen=True)
class Duels:
    """A trial's duels: the tactic with its values set, against each opponent, 2v2 quick."""

    tactic: str
    against: tuple[str, ...]
    walls: int

    def settings(self) -> dict[str, Any]:
        """All that determines a trial's result, with digests of code and programs."""
        return {
            "tactic": self.tactic,
            "against": list(self.against),
            "walls": self.walls,
            "code": code_digest((self.tactic, *self.against)),
            "programs": [program_digest(spec) for spec in self.against],
        }

    def setup(self, seed: str, trials: Sequence[Values]) -> Setup:
        """The trials' players, then the opponents."""
        specs = (*(spec_of(self.tactic, values) for values in trials), *self.against)
        return Setup(specs, names_of(specs), seed)


class Arena:
    """Scores trials by duels; a `mj_lab.measure.tune.loop.Scorer`.

    One engine run plays a whole generation, so its workers start once and no trial waits for
    another. Each game is the one that `mj duel` plays with the same two specs, walls and seed.
    Raises ValueError if the code has changed since this was made.
    """

    def __init__(self, duels: Duels, engine: Engine) -> None:
        self._duels = duels
        self._engine = engine
        self._code = CodeState((duels.tactic, *duels.against), duels.settings()["code"])

    def __call__(self, seed: str, trials: Sequence[Values]) -> Generator[Score, None, None]:
        """The scores, in the order of the trials; see `Scorer`."""
        sums = [_Sum(self._duels) for _ in trials]
        setup = self._duels.setup(seed, trials)
        results = self._engine.run(setup, _units(self._duels, seed, len(trials)))
        ready = 0
        try:
            for played in results:
                trial, opponent = sorted(set(played.games[0].seating))
                sums[trial].add(played, setup.names[trial], trial, opponent, opponent - len(trials))
                while ready < len(sums) and sums[ready].complete:
                    self._same_code()
                    yield sums[ready].score()
                    ready += 1
        finally:
            close(results)

    def _same_code(self) -> None:
        for what in self._code.changes():
            raise ValueError(
                f"{what} has changed while this ran: what was played by now is in the log,"
                " what comes would be of another tactic"
            )


def _units(duels: Duels, seed: str, trials: int) -> Iterator[Unit]:
    """The units, trial by trial; seatings have indices of `setup`, keys the wall's number."""
    walls = list(islice(walls_of_seed(seed), duels.walls))
    for trial in range(trials):
        for opponent in range(trials, trials + len(duels.against)):
            seatings = tuple(
                tuple(opponent if side else trial for side in seating) for seating in ALTERNATING
            )
            for number, wall in enumerate(walls):
                yield Unit(str(number), wall, seatings)


@dataclass
class _Sum:
    """A trial in progress. differences: by opponent, then by wall."""

    duels: Duels
    differences: list[dict[str, float]] = field(init=False)
    games: list[int] = field(init=False)
    faults: list[int] = field(init=False)
    theirs: list[int] = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        count = len(self.duels.against)
        self.differences = [{} for _ in range(count)]
        self.games, self.faults, self.theirs = [0] * count, [0] * count, [0] * count

    def add(self, played: Played, name: str, trial: int, opponent: int, index: int) -> None:
        """Count a wall; trial and opponent are indices, name is the trial's."""
        games = played.games
        self.differences[index][played.key] = mean_score(games, trial) - mean_score(games, opponent)
        self.games[index] += len(games)
        ours = sum(fault.player == name for fault in played.faults)
        self.faults[index] += ours
        self.theirs[index] += len(played.faults) - ours
        self.seconds += played.seconds

    @property
    def complete(self) -> bool:
        """Whether every wall was played against everybody."""
        return all(len(differences) == self.duels.walls for differences in self.differences)

    def score(self) -> Score:
        """The mean over the opponents.

        For the error each wall is one sample, its mean over the opponents: their games on one wall
        share its tiles, so they are not independent.
        """
        keys = sorted(self.differences[0], key=int)
        by_wall = [math.fsum(differences[key] for differences in self.differences) for key in keys]
        whole = estimate([value / len(self.differences) for value in by_wall])
        against = []
        for index, player in enumerate(self.duels.against):
            part = estimate([self.differences[index][key] for key in keys])
            assert part.mean is not None
            against.append(
                Against(
                    player,
                    part.mean,
                    part.error,
                    self.games[index],
                    self.faults[index],
                    self.theirs[index],
                )
            )
        assert whole.mean is not None
        return Score(whole.mean, whole.error, tuple(against), self.seconds)
