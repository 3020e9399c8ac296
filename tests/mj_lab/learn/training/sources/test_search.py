"""The games of a step: the same in any number of threads, each on a wall of its own."""

from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.nets.weights_file import pack_weights
from mj_engine import advantages
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.networks.correction import Correction
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.registry import MODEL_PARTS
from mj_lab.learn.training.sources.search import (
    GAMES_A_PART,
    RollPlan,
    SamplingPolicy,
    SearchPlay,
    SearchPlayOptions,
    learned_from,
    rolled_part,
)
from tests.mj_bot.learned.models import made_up

PLAYER = SamplingPolicy(pack_weights(*made_up(1), "float32"), 3.0, 0.7)
PLAN = RollPlan(PLAYER, "some", 2, GAMES_A_PART + 1)


def play_of(folder: Path, games: int, seed: str = "some") -> SearchPlay:
    bare = Context(seed, folder, torch.device("cpu"))
    model: Correction = MODEL_PARTS.made({"kind": "correction", "hidden": 2}, bare)
    return SearchPlay(SearchPlayOptions(games=games), replace(bare, model=model))


@pytest.mark.thorough
def test_threads_change_nothing_and_another_step_or_seed_all(tmp_path: Path) -> None:
    def played(name: str, games: int, step: int, jobs: int = 1, seed: str = "some") -> Batch:
        play = play_of(tmp_path / name, games, seed)
        with closing(LocalWorkers(jobs)) as workers:
            return play.experience(step, KeptParts(tmp_path / name, workers, StopSignal()))

    one = played("one", GAMES_A_PART + 1, 2)
    two = played("two", GAMES_A_PART + 1, 2, jobs=2)
    for name, column in one.items():
        assert np.array_equal(column, two[name])
    assert len(one["chosen"]) == len(one["start"]) == len(one["reward"]) > 250
    legal = one["legal"].sum(axis=1)
    assert (legal >= 2).all() and (one["chosen"] < legal).all()
    for other in (played("seed", 5, 2, seed="other"), played("step", 5, 3)):
        assert not np.array_equal(one["start"][0], other["start"][0])
    fewer = played("fewer", GAMES_A_PART, 2)
    assert np.array_equal(fewer["reward"], one["reward"][: len(fewer["reward"])])


def test_the_log_chance_is_that_of_the_base_at_first(tmp_path: Path) -> None:
    play = play_of(tmp_path, 1)
    rolled = rolled_part(PLAN._replace(player=play.player(), games=1), 0)
    found = learned_from(play.model, rolled)
    for place, chance in enumerate(found["log_chance"]):
        first, end = rolled["first"][place : place + 2]
        raised = np.exp((rolled["value"][first:end] - rolled["value"][first:end].max()) / 0.5)
        assert np.exp(chance) == pytest.approx(
            raised[found["chosen"][place]] / raised.sum(), rel=1e-3
        )
    assert (found["legal"].sum(axis=1) == np.diff(rolled["first"])).all()


def test_against_others_only_the_decisions_of_pi_count() -> None:
    """Of the games at the fast table, what is decided in the seat of pi is all that is left."""
    plan = PLAN._replace(against="odds", games=GAMES_A_PART)
    alone = [(plan.step + game // 4) % 4 for game in range(GAMES_A_PART)]
    found = rolled_part(plan, 0)
    seen: list[Any] = []

    def of_all(walls: Any, players: Any, within: float, **words: Any) -> Any:
        rolled = roll_out(walls, players, within, **words)
        seen.append((players, words["seatings"], rolled))
        return rolled

    roll_out = advantages.roll_out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advantages, "roll_out", of_all)
        again = rolled_part(plan, 0)
    ((players, seatings, rolled),) = seen
    assert [getattr(player, "name", player) for player in players] == ["learned", "odds"]
    assert seatings.tolist() == [[seat != own for seat in range(4)] for own in alone]
    own = [n for n, game in enumerate(rolled["game"]) if rolled["seat"][n] == alone[game]]
    assert 0 < len(own) < len(rolled["chosen"])
    rows = [slice(*rolled["first"][place : place + 2]) for place in own]
    assert np.array_equal(found["features"], np.concatenate([rolled["features"][r] for r in rows]))
    assert np.array_equal(found["value"], np.concatenate([rolled["value"][r] for r in rows]))
    assert np.array_equal(np.diff(found["first"]), [r.stop - r.start for r in rows])
    for name in ("chosen", "score"):
        assert np.array_equal(found[name], rolled[name][own])
    for name, column in found.items():
        assert np.array_equal(column, again[name])


def test_every_game_is_on_a_wall_of_its_own_and_pi_alone_has_each_seat_under_each_wind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Any] = []
    met: set[tuple[int, int]] = set()

    def noted(walls: Any, *_: Any, **words: Any) -> Any:
        winds = words["prevalent_winds"]
        given.extend(zip(walls, winds, strict=True))
        met.update(zip((row.argmin() for row in words["seatings"]), winds, strict=True))
        none = np.zeros(0, np.int64)
        names = ("game", "seat", "value", "features", "chosen", "score")
        return {"first": np.zeros(1, np.int64), **dict.fromkeys(names, none)}

    monkeypatch.setattr(advantages, "roll_out", noted)
    plan = PLAN._replace(against="odds", games=2 * GAMES_A_PART + 1)
    for first in range(0, plan.games, GAMES_A_PART):
        rolled_part(plan, first)
    walls = islice(walls_of_seed("gradient-some-2"), plan.games)
    assert given == [(wall.tiles, wall.prevalent_wind) for wall in walls]
    assert met == {(seat, wind) for seat in range(4) for wind in range(4)}
