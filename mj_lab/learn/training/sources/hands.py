"""Hands of the fast table in files, and training matches combined from them.

A tactic that does not see the standing plays a hand the same way in any match. So its hands are
independent, and any of them, each with its prevalent wind, make a possible match: some thousands of
hands give any number of matches. A tactic that uses the standing must play its matches
(`mj_lab.learn.training.sources.matches`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from mj_bot.events import SEATS
from mj_bot.tactics import load, parted
from mj_engine import play
from mj_engine.play import seeds_of
from mj_lab.core.files import drafted
from mj_lab.core.game.seating import players_by_seat, prevalent_wind_of
from mj_lab.core.game.walls import seed_of, walls_of_seed
from mj_lab.core.options import seed_number
from mj_lab.core.run_folder import begin_folder, in_whole_files, read_settings
from mj_lab.learn.training.losses.learner import Learner
from mj_lab.learn.training.networks.predictor import PredictorModel, Scores
from mj_lab.learn.training.parts.part import Batch, Context, PartOptions
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import Workers
from mj_lab.learn.training.sources.play import Play

_WHAT = "pool"
# Of ten groups of four hands, one of each wind, one is held out.
_HELD_OUT = 10
# Hands in one task.
_HANDS_A_TASK = 20
# Held-out matches for evaluating a predictor, and steps between two evaluations.
_MEASURED_ON = 2_000
_EVERY = 500

# Called after every file with the number of hands so far, and of all.
HandsWatch = Callable[[int, int], None]


class RewardError(ValueError):
    """Files of reward learning that cannot be used; its line says why."""


class HandsOptions(PartOptions):
    """Options of matches made from hands."""

    pool: str = Field(description="a folder of mj learn reward hands")
    matches: int = Field(default=128, ge=1, description="a step")


class HandsPlay(Play):
    """New combined matches in each step; evaluated on matches of held-out hands.

    Raises ValueError if there are no hands, or for another model than the predictor.
    """

    Options = HandsOptions
    of = "matches"
    log_every = _EVERY

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if not isinstance(context.model_in_training, PredictorModel):
            raise ValueError("play.kind hands goes with model.kind predictor")
        self._model = context.model_in_training
        self._seed = seed_number(context.seed)
        self._hands = read_hands(Path(options.pool))
        self._learned = self._hands.part(False)
        self._held_out = self._drawn(self._hands.part(True), _MEASURED_ON, 0)

    def described(self) -> dict[str, str]:
        """The settings of the hands."""
        settings = json.dumps(read_settings(Path(self.options.pool), _WHAT), sort_keys=True)
        return {"hands": f"{sum(map(len, self._hands.by_wind))} of {settings}"}

    def size(self) -> int:
        """Matches a step."""
        return int(self.options.matches)

    def experience(self, step: int, parts: KeptParts) -> Batch:  # takes a millisecond
        """See `Play` and `PredictorModel.examples`."""
        return self._model.examples(self._drawn(self._learned, self.size(), step))

    def is_due(self, step: int, last: bool) -> bool:
        """Every 500 steps, and at the end."""
        return step > 0 and (last or step % _EVERY == 0)

    def measured(
        self,
        step: int,
        learner: Learner,
        check: Callable[[], None],  # takes a tenth of a second
    ) -> dict[str, float]:
        """Mean squared errors of expected table points, in all and after each hand."""
        errors = self._model.errors(self._held_out)
        means = {name: float(np.mean(of_hand)) for name, of_hand in errors.items()}
        return means | {
            f"after_{hand}": of_hand for hand, of_hand in enumerate(errors["predictor"])
        }

    def _drawn(self, pool: HandPool, count: int, step: int) -> Scores:
        rng = np.random.default_rng([self._seed, step])
        return pool.combined(self._model.options.hands, count, rng)


@dataclass(frozen=True)
class HandsPlan:
    """All that determines the hands, except their number. player: has all four seats."""

    player: str = "odds"
    seed: str = "0"
    hands_a_file: int = 400

    def as_json(self) -> dict[str, Any]:
        """As stored beside the files, with everything else that matters."""
        path = parted(self.player)[1].get("weights")
        digest = None if path is None else sha256(Path(path).read_bytes()).hexdigest()
        return {"kind": "hands", **asdict(self), "weights": digest}


def play_hands(
    folder: Path, plan: HandsPlan, hands: int, workers: Workers, watch: HandsWatch | None = None
) -> int:
    """Play `hands` hands into a folder, in whole files, resuming it; returns the number of hands.

    The files depend neither on where they are played nor on interruptions.

    Raises FolderError if the folder has something else; ValueError for a player that the fast table
    does not have, or that uses the standing; EngineError as `Workers.answers` does.
    """
    if getattr(load(plan.player), "sees_standing", False):
        raise RewardError(
            f"{plan.player:.80} plays by the standing: its hands are not independent of their match"
        )
    begin_folder(folder, _WHAT, plan.as_json())
    whole = in_whole_files(hands, plan.hands_a_file)
    firsts = range(0, whole, plan.hands_a_file)
    paths = {first: folder / f"hands-{number:05d}.npy" for number, first in enumerate(firsts)}
    lacking = [first for first, path in paths.items() if not path.exists()]
    tasks = {first: _tasks(range(first, first + plan.hands_a_file)) for first in lacking}
    played = workers.answers(_played, plan, chain(*tasks.values()), partial(_sample, plan))
    for first in lacking:
        scores = np.concatenate([next(played) for _ in tasks[first]])
        with drafted(paths[first]) as draft, draft.open("wb") as file:
            np.save(file, scores)
        if watch is not None:
            watch(first + plan.hands_a_file, whole)
    return whole


def _tasks(hands: range) -> list[range]:
    """The hands of a file, in parts."""
    return [hands[first : first + _HANDS_A_TASK] for first in range(0, len(hands), _HANDS_A_TASK)]


def _played(plan: HandsPlan, hands: range) -> Scores:
    """Scores [hands, seat] of some hands of a file."""
    walls = list(islice(walls_of_seed(f"reward-{plan.seed}", hands.start), len(hands)))
    # Random numbers are generated for the whole file.
    offset = hands.start % plan.hands_a_file
    seeds = seeds_of(seed_of("reward", plan.seed, hands.start - offset), plan.hands_a_file)
    games: Any = play(
        [wall.tiles for wall in walls],
        plan.player,
        prevalent_winds=[wall.prevalent_wind for wall in walls],
        seeds=seeds[offset : offset + len(hands)],
    )
    scores: Scores = games.scores
    return scores


def _sample(plan: HandsPlan) -> object:
    """The hands of one round of winds, and a digest of the player."""
    return plan.as_json(), _played(plan, range(SEATS))


@dataclass(frozen=True)
class HandPool:
    """Scores [hands, seat] of independent hands, by prevalent wind."""

    by_wind: tuple[Scores, ...]

    def part(self, held_out: bool) -> HandPool:
        """The training hands, or the held-out ones: a match never mixes them."""
        chosen = []
        for scores in self.by_wind:
            out = np.arange(len(scores)) % _HELD_OUT == 0
            chosen.append(scores[out if held_out else ~out])
        return HandPool(tuple(chosen))

    def combined(self, hands: int, count: int, rng: np.random.Generator) -> Scores:
        """`count` matches of random hands: the scores by player, [count, hands, player].

        Raises RewardError if a wind has no hand.
        """
        matches = np.zeros((count, hands, SEATS), np.int64)
        for hand in range(hands):
            pool = self.by_wind[prevalent_wind_of(hand)]
            if not len(pool):
                raise RewardError("too few hands: each wind needs some, to learn from and held out")
            drawn = pool[rng.integers(len(pool), size=count)]
            matches[:, hand, players_by_seat(hand)] = drawn
        return matches


def read_hands(folder: Path) -> HandPool:
    """All hands of a folder.

    Raises FolderError if it is no pool; RewardError if it has no hands, or one cannot be read.
    """
    if read_settings(folder, _WHAT).get("kind") != "hands":
        raise RewardError(f"{folder}: no hands of mj learn reward hands")
    parts = []
    for path in sorted(folder.glob("hands-*.npy")):
        try:
            scores = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise RewardError(f"{path}: not readable ({type(error).__name__})") from None
        if scores.ndim != 2 or scores.shape[1] != SEATS or scores.dtype.kind != "i":
            raise RewardError(f"{path}: no scores of hands")
        parts.append(scores.astype(np.int64))
    if not parts:
        raise RewardError(f"{folder}: no hands in it yet")
    # The wind rotates; a file has whole rounds of it.
    scores = np.concatenate(parts)
    return HandPool(tuple(scores[wind::SEATS] for wind in range(SEATS)))
