"""Games of a step of self-play: on which walls, by which weights, and what they came to."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.nets.weights_file import pack_weights
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.networks.written.hidden_inputs import with_hidden
from mj_lab.learn.training.networks.written.net_model import NetModel, NetModelOptions
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.sources.network import (
    TABLES_A_PART,
    GamesPlan,
    NetworkPlay,
    NetworkPlayOptions,
    played_part,
)
from mj_lab.learn.training.sources.network_games import NO_SEAT
from tests.mj_lab.learn.training.small_weights import small_weights

START = small_weights()
PACKED = pack_weights(*START, "float32")
SEEING = pack_weights(*with_hidden(START, "all"), "float32")
PLAN = GamesPlan(PACKED, PACKED, "0", 0, 2, 1)


class Noting(LocalWorkers):
    """Keeps what it was asked, and answers that nothing came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.plans: list[GamesPlan] = []

    def answers(self, *given: Any) -> Iterator[Any]:
        """See `Workers`."""
        _, plan, tasks, _ = given
        self.plans.append(plan)
        return iter([{"chosen": np.zeros(1)} for _ in tasks])


def play_of(folder: Path, **options: Any) -> NetworkPlay:
    (folder / "start.mjw").write_bytes(PACKED)
    (folder / "seeing.mjw").write_bytes(SEEING)
    begin = {"begin": str(folder / "start.mjw"), "hidden": options.pop("hidden", False)}
    cpu = torch.device("cpu")
    model = NetModel(NetModelOptions.model_validate(begin), Context("0", folder, cpu))
    context = Context("0", folder, cpu, model)
    return NetworkPlay(
        NetworkPlayOptions.model_validate({"games": 2, "pairs": 1, **options}), context
    )


def plans_of(play: NetworkPlay, folder: Path, steps: int = 1) -> list[GamesPlan]:
    workers = Noting()
    for step in range(steps):
        play.experience(step, KeptParts(folder, workers, StopSignal()))
    return workers.plans


def test_every_game_is_on_a_wall_of_its_own_but_pairs_share_one() -> None:
    seated = GamesPlan(b"", b"", "0", 3, 4, 2).seated()
    assert len({one.wall.tiles for one in seated}) == 6
    assert [one.players for one in seated[:4]] == [(0, 0, 0, 0)] * 4
    for one, two in (seated[4:6], seated[6:8]):
        assert one.wall == two.wall
        assert [a + b for a, b in zip(one.players, two.players, strict=True)] == [1] * 4
    others = GamesPlan(b"", b"", "0", 4, 4, 2).seated()
    assert not {one.wall.tiles for one in seated} & {one.wall.tiles for one in others}


def test_games_are_played_by_the_weights_of_the_step(tmp_path: Path) -> None:
    play = play_of(tmp_path)
    (first,) = plans_of(play, tmp_path / "first")
    assert first == PLAN
    model = play.context.model_in_training
    with torch.no_grad():
        for one in model.parameters():
            one.mul_(1.5)
    (second,) = plans_of(play, tmp_path / "second")
    assert second.weights == model.playing() != first.weights
    assert second.rival == first.rival


def test_who_plays_and_against_whom_can_be_another(tmp_path: Path) -> None:
    play = play_of(tmp_path, player=str(tmp_path / "seeing.mjw"), shown=1.0)
    (plan,) = plans_of(play, tmp_path / "player")
    assert (plan.weights, plan.rival, plan.shown) == (SEEING, PACKED, 1.0)
    # A rival sees what its seat sees, whatever it has seen before.
    rival = play_of(tmp_path, rival=str(tmp_path / "seeing.mjw"))
    assert plans_of(rival, tmp_path / "rival")[0].rival == PACKED
    assert play.described().keys() == {"rival", "player"}


def test_what_is_shown_goes_from_step_to_step(tmp_path: Path) -> None:
    play = play_of(tmp_path, hidden=True, shown=[[0, 1.0], [2, 0.0]])
    plans = plans_of(play, tmp_path, 3)
    assert [plan.shown for plan in plans] == [1.0, 0.5, 0.0]
    assert plans[0].rival == PACKED and plans[0].weights == SEEING


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"hidden": True}, "play.shown says how much"),
        ({"shown": 1.5}, "a share is 0 to 1"),
        ({"shown": [[0, -1.0]]}, "numbers are 0 or more"),
        ({"rival": "nowhere.mjw"}, "nowhere.mjw: No such file"),
        ({"player": "nowhere"}, "nowhere: No such file"),
    ],
)
def test_what_cannot_be_played_is_told(options: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=told):
        play_of(tmp_path, **options)


def test_the_score_is_that_over_the_rival_by_wall(tmp_path: Path) -> None:
    """Two walls, each with the seats exchanged; what the others' games came to is left aside."""
    played: Batch = {
        "chosen": np.zeros(7),
        "game/scores": np.array(
            [[24, -8, -8, -8], [30, -10, -10, -10], [-8, 24, -8, -8], *[[-8, -8, -8, 24]] * 2]
        ),
        "game/players": np.array([[0, 0, 0, 0], *[[0, 1, 0, 1], [1, 0, 1, 0]] * 2]),
        "game/winners": np.array([0, 0, 1, 3, NO_SEAT]),
        "game/givers": np.array([NO_SEAT, NO_SEAT, 2, NO_SEAT, NO_SEAT]),
        "game/fan": np.array([8, 10, 8, 20, 0]),
    }
    told = play_of(tmp_path).figures(played)
    # By wall: (30 - 10 + 24 - 8) / 4 and (-8 - 8 - 8 + 24) / 4.
    assert told["score"] == (9 + 0) / 2
    assert told["score_error"] == pytest.approx(4.5)
    assert told["drawn_games"] == pytest.approx(0.2)
    assert told["dealt_in"] == pytest.approx(0.2)
    assert told["fan"] == 11.5
    assert told["decisions"] == 7
    alone = {name: array[:1] for name, array in played.items()}
    assert "score" not in play_of(tmp_path).figures(alone)


def test_another_step_or_seed_changes_all_and_threads_stay() -> None:
    few = PLAN._replace(pairs=0)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        moves = played_part(few, 0)["chosen"]
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
    for other in (few._replace(seed="1"), few._replace(step=1)):
        assert not np.array_equal(played_part(other, 0)["chosen"], moves)


@pytest.mark.thorough
@pytest.mark.parametrize("shown", [pytest.param(None, marks=pytest.mark.slow), 0.5])
def test_processes_change_nothing(shown: float | None, tmp_path: Path) -> None:
    plan = PLAN._replace(
        weights=PACKED if shown is None else SEEING, games=TABLES_A_PART - 1, shown=shown
    )
    assert len(plan.firsts()) == 2
    here = [played_part(plan, first) for first in plan.firsts()]
    with closing(LocalWorkers(2, processes=True)) as workers:
        parts = KeptParts(tmp_path, workers, StopSignal())
        there = parts.answers(0, played_part, plan, plan.firsts(), int)
    for ours, theirs in zip(here, there, strict=True):
        assert ours.keys() == theirs.keys()
        assert all(np.array_equal(one, theirs[name]) for name, one in ours.items())
