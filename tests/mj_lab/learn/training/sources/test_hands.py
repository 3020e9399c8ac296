"""Hands that make matches: whose they are, none in both parts, files that stop and go on."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from mj_lab.core.game.seating import prevalent_wind_of, seat_of_player
from mj_lab.core.run_folder import FolderError
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.sources.hands import (
    HandPool,
    HandsPlan,
    RewardError,
    play_hands,
    read_hands,
)

HERE = LocalWorkers()
PLAN = HandsPlan("greedy", "pool", hands_a_file=8)


def told_apart(count: int) -> HandPool:
    """Scores that say which wind, hand and seat they are of."""
    return HandPool(
        tuple(
            np.array([[1000 * wind + 10 * row + seat for seat in range(4)] for row in range(count)])
            for wind in range(4)
        )
    )


def test_a_match_has_the_winds_and_seats_of_a_match() -> None:
    matches = told_apart(20).combined(16, 50, np.random.default_rng(1))
    assert matches.shape == (50, 16, 4)
    for hand in range(16):
        told = matches[:, hand]
        assert set((told // 1000).ravel()) == {prevalent_wind_of(hand)}
        for player in range(4):
            assert set(told[:, player] % 10) == {seat_of_player(player, hand)}
        # All four of a hand are of the same one.
        assert ((told // 10) == (told // 10)[:, :1]).all()
    assert len({tuple(match.ravel()) for match in matches}) == 50


def test_no_hand_is_in_both_parts() -> None:
    whole = told_apart(35)
    learned, held_out = whole.part(False), whole.part(True)
    for wind in range(4):
        one, other = ({tuple(row) for row in part.by_wind[wind]} for part in (learned, held_out))
        assert not one & other
        assert one | other == {tuple(row) for row in whole.by_wind[wind]}
        assert len(other) == 4
    with pytest.raises(RewardError, match="too few hands"):
        told_apart(1).part(False).combined(4, 1, np.random.default_rng(1))


def test_files_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert play_hands(whole, PLAN, 16, HERE) == 16
    with closing(LocalWorkers(2)) as workers:
        play_hands(parts, PLAN, 5, workers)
        play_hands(parts, PLAN, 16, workers)
    for one, other in zip(read_hands(whole).by_wind, read_hands(parts).by_wind, strict=True):
        assert one.tolist() == other.tolist()
        assert len(one) == 4
        assert (one.sum(axis=1) == 0).all()
    with pytest.raises(FolderError, match="its seed is 'pool'"):
        play_hands(parts, HandsPlan("greedy", "other", 8), 16, HERE)


def test_what_is_no_pool_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no pool there"):
        read_hands(tmp_path / "none")
    (tmp_path / "settings.json").write_text('{"kind": "hands"}')
    with pytest.raises(RewardError, match="no hands in it"):
        read_hands(tmp_path)
    (tmp_path / "hands-00000.npy").write_bytes(b"nonsense")
    with pytest.raises(RewardError, match="not readable"):
        read_hands(tmp_path)
    np.save(tmp_path / "hands-00000.npy", np.zeros((3, 5)))
    with pytest.raises(RewardError, match="no scores"):
        read_hands(tmp_path)
    (tmp_path / "settings.json").write_text("[]")
    with pytest.raises(FolderError, match="no settings of a pool"):
        read_hands(tmp_path)
