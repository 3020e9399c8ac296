"""Adapting at the fast table: worlds keep the hand, no games change nothing, the file goes on."""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_bot.learned.model import model_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.line_log import LineLogError
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.research.adapt_plan import AdaptOptions, DealPlan
from mj_lab.research.adaptation_gain import (
    gains_by_games,
    measure_gains,
)
from mj_lab.research.adapted_deal import adapted_layers
from mj_lab.research.sampled_games import sample_games, sampled_wall
from tests.mj_bot.learned.models import made_up

# So fast that a few games are enough to play otherwise.
PLAN = DealPlan((0, 3), seed="test", temperature=1.0, adapt=AdaptOptions(rate=0.5, kl=0.0))


def dealt_by(wall: Sequence[int]) -> list[list[int]]:
    """The hands that the referee deals, by seat, as counts."""
    game = Game(wall)
    game.submit(["PASS"] * 4)
    return [list(hand) for hand in game.hands]


@pytest.mark.parametrize("seat", range(4))
def test_a_world_deals_the_same_hand_and_anything_else(seat: int) -> None:
    wall = next(walls_of_seed("worlds"))
    rng = random.Random(1)
    worlds = [sampled_wall(wall.tiles, seat, rng) for _ in range(200)]
    dealt = dealt_by(wall.tiles)
    firsts: Counter[int] = Counter()
    for world in worlds:
        assert sorted(world) == sorted(wall.tiles)
        hands = dealt_by(world)
        assert hands[seat] == dealt[seat]
        assert all(hands[other] != dealt[other] for other in range(4) if other != seat)
        firsts[world[(seat * 34 + 40) % 136]] += 1
    # Any tile may come anywhere, and those of which more are left more often.
    assert len(firsts) > 25 and max(firsts.values()) < 30


def test_a_world_of_a_wall_with_flowers_is_refused() -> None:
    with pytest.raises(ValueError, match="without flowers"):
        sampled_wall([*range(42), *range(34), *range(34), *range(34)], 0, random.Random(1))


def test_the_smaller_number_of_games_is_the_first_of_the_larger() -> None:
    base = model_of(made_up(1))._replace(within=3.0)
    wall = next(walls_of_seed("nested"))
    for seat in range(4):
        whole = sample_games(wall, seat, base, 0.7, 3, "some")
        first = whole.of_first(2)
        assert len(first["chosen"]) == len(first["first"]) - 1 == (whole.game < 2).sum() > 0
        assert first["first"][-1] == len(first["value"]) == len(first["features"])
        assert np.array_equal(first["value"], whole.rolled["value"][: len(first["value"])])
        # One score a game, and not every action is the best by value.
        assert len(set(zip(whole.game, whole.rolled["score"], strict=True))) <= 3


@pytest.mark.parametrize("hidden", [0, 3])
def test_of_no_games_the_model_plays_as_the_base(hidden: int) -> None:
    model = model_of(made_up(2, hidden))._replace(within=3.0)
    base = list(model.layers)
    wall = next(walls_of_seed("nobody"))
    sampled = sample_games(wall, 0, model, 0.7, 4, "none")
    same = adapted_layers(PLAN, base, sampled.of_first(0))
    for ours, theirs in zip(same, base, strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True))
    other = adapted_layers(PLAN, base, sampled.of_first(4))
    assert not np.array_equal(other[0][0], base[0][0])


@pytest.mark.thorough
def test_the_control_is_zero_and_a_stopped_file_goes_on_to_the_same(tmp_path: Path) -> None:
    told: list[int] = []
    with closing(LocalWorkers(2)) as workers:
        whole = measure_gains(
            tmp_path / "whole", PLAN, 3, workers, lambda gains: told.append(len(gains))
        )
    assert told == [1, 2, 3]
    assert whole.shape == (3, 2, 4)
    # Nobody adapted, nothing changed: on every deal, in every seat.
    assert not whole[:, 0].any()
    assert whole[:, 1].any()
    kept = tmp_path / "parts"
    measure_gains(kept, PLAN, 2, LocalWorkers())
    lines = kept.read_bytes()
    # Cut off in the middle of a line, as by a full disk.
    kept.write_bytes(lines[:-9])
    assert np.array_equal(measure_gains(kept, PLAN, 3, LocalWorkers()), whole)
    assert kept.read_bytes() == (tmp_path / "whole").read_bytes()
    control, adapting = gains_by_games(PLAN, whole)
    assert control.points[:2] == (0.0, 0.0) and control.better == control.worse == 0
    by_deal = whole[:, 1].mean(axis=1)
    assert adapting.points.mean == pytest.approx(by_deal.mean())
    assert adapting.points.error == pytest.approx(by_deal.std(ddof=1) / np.sqrt(3))
    assert (adapting.better, adapting.worse) == ((whole[:, 1] > 0).sum(), (whole[:, 1] < 0).sum())
    with pytest.raises(LineLogError, match="is of another run: its seed is"):
        measure_gains(kept, replace(PLAN, seed="other"), 3, LocalWorkers())
    kept.write_bytes(lines.replace(b'"deal": 1', b'"deal": 7'))
    with pytest.raises(LineLogError, match="line 3 is no deal"):
        measure_gains(kept, PLAN, 3, LocalWorkers())
