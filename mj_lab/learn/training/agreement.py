"""How often a network chooses like its teacher: discards, claims, every kind of decision."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.nets.moves import (
    DECISION_KINDS,
    FIRST_ADDED_KONG,
    FIRST_CHOW,
    FIRST_CONCEALED_KONG,
    HU_MOVE,
    KONG_MOVE,
    MOVE_COUNT,
    PASS_MOVE,
    PUNG_MOVE,
)
from mj_bot.tiles import TILE_KINDS
from mj_lab.core.wall_means import Estimate, ratio_estimate
from mj_lab.learn.training.parts.part import Batch

_TOP = 3
# Points by which the teacher's best two discards differ at most, if they are almost equal.
_ALMOST = 0.02
# Claims that are found or missed, and their moves.
CLAIMS = {
    "chow": tuple(range(FIRST_CHOW, MOVE_COUNT)),
    "pung": (PUNG_MOVE,),
    "kong": (KONG_MOVE,),
    "concealed kong": tuple(range(FIRST_CONCEALED_KONG, FIRST_ADDED_KONG)),
    "added kong": tuple(range(FIRST_ADDED_KONG, PASS_MOVE)),
    "win": (HU_MOVE,),
}
# The sum and the number of each game's examples: hits, or points.
_ByGame = dict[int, tuple[float, int]]


class TeacherAgreement:
    """Accumulates counts over batches.

    A discard counts if the teacher discarded and had a choice of tiles; the network chooses among
    the legal ones. A claim counts if it was legal and the network can choose it; the network's
    choice is its move with the highest score. With the teacher's values it also counts what the
    network's discards lose by them, and its hits where the teacher's best two are almost equal.
    """

    def __init__(self) -> None:
        self.examples = 0
        self._shares: dict[str, _ByGame] = defaultdict(dict)
        # For each claim: legal, the teacher's, the network's, both.
        self._claims = {name: np.zeros(4, np.int64) for name in CLAIMS}

    def add(self, batch: Batch, scores: NDArray[np.float32]) -> None:
        """Count a batch. scores: [batch, 109], -inf for moves that the network cannot choose."""
        mask, move, game = batch["mask"], batch["move"], batch["game"]
        self.examples += len(move)
        plays, play_scores = mask[:, :TILE_KINDS], scores[:, :TILE_KINDS]
        rows = np.flatnonzero((move < TILE_KINDS) & (plays.sum(axis=1) > 1))
        ranks = _ranks(np.where(plays, play_scores, -np.inf)[rows], move[rows])
        self._count("discard", game[rows], ranks == 0)
        self._count("discard3", game[rows], ranks < _TOP)
        if "values" in batch:
            self._add_values(batch["values"][rows, :TILE_KINDS], plays[rows], ranks, game[rows],
                             play_scores[rows])  # fmt: skip
        opinion = ((scores > -np.inf) | ~mask).all(axis=1)
        choice = np.where(mask, scores, -np.inf).argmax(axis=1)
        choosing = mask.sum(axis=1) > 1
        for number, kind in enumerate(DECISION_KINDS):
            rows = np.flatnonzero((batch["kind"] == number) & opinion & choosing)
            self._count(f"kind {kind}", game[rows], choice[rows] == move[rows])
        for name, moves in CLAIMS.items():
            held = scores[:, list(moves)] > -np.inf
            legal = (mask[:, list(moves)] & held).any(axis=1) & choosing
            theirs = np.isin(move, moves) & legal
            ours = np.isin(choice, moves) & legal
            counts = [legal.sum(), theirs.sum(), ours.sum(), (theirs & ours).sum()]
            self._claims[name] += counts

    def as_json(self) -> dict[str, Any]:
        """All figures; shares have the error of their mean, by game."""
        kinds = {kind: self._share(f"kind {kind}") for kind in DECISION_KINDS}
        return {
            "examples": self.examples,
            "discards": {
                "first": self._share("discard"),
                "first_three": self._share("discard3"),
                "first_of_almost_equal": self._share("almost"),
            },
            "lost": self._share("lost", "points"),
            "claims": {
                name: _precision(*map(int, counts)) for name, counts in self._claims.items()
            },
            "kinds": {kind: share for kind, share in kinds.items() if share["count"]},
        }

    def shares(self) -> dict[str, float]:
        """The available shares, by name."""
        figures = self.as_json()
        named = {
            f"discards_{name}": figure for name, figure in figures["discards"].items()
        } | figures["kinds"]
        return {
            name: figure["share"] for name, figure in named.items() if figure["share"] is not None
        }

    def _add_values(
        self, values: NDArray[np.float32], plays: NDArray[np.bool_], ranks: NDArray[np.int64],
        games: NDArray[Any], scores: NDArray[np.float32],
    ) -> None:  # fmt: skip
        """Count discards whose legal tiles the teacher values: [rows, 34] each."""
        rows = np.flatnonzero((plays <= ~np.isnan(values)).all(axis=1))
        known = np.where(plays, values, -np.inf)[rows]
        best, second = -np.partition(-known, 1, axis=1)[:, :2].T
        chosen = np.where(plays, scores, -np.inf)[rows].argmax(axis=1)
        self._count("lost", games[rows], best - known[np.arange(len(rows)), chosen])
        almost = best - second < _ALMOST
        self._count("almost", games[rows][almost], ranks[rows][almost] == 0)

    def _count(self, name: str, games: NDArray[Any], hits: NDArray[Any]) -> None:
        by_game = self._shares[name]
        counted_games, places = np.unique(games, return_inverse=True)
        right = np.bincount(places, weights=hits, minlength=len(counted_games))
        count = np.bincount(places, minlength=len(counted_games))
        for game, right_in_game, all_ in zip(
            counted_games.tolist(), right.tolist(), count.tolist(), strict=True
        ):
            before = by_game.get(game, (0, 0))
            by_game[game] = (before[0] + right_in_game, before[1] + int(all_))

    def _share(self, name: str, unit: str = "share") -> dict[str, Any]:
        parts = list(self._shares[name].values())
        share: Estimate | None = ratio_estimate(parts) if parts else None
        return {
            unit: share.mean if share else None,
            "error": share.error if share else None,
            "count": sum(part[1] for part in parts),
        }


def _ranks(scores: NDArray[np.float32], move: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rank of the teacher's move by the network's scores, from 0; ties go to lower moves."""
    theirs = np.take_along_axis(scores, move[:, None], axis=1)
    earlier = np.arange(scores.shape[1]) < move[:, None]
    return np.asarray(((scores > theirs) | ((scores == theirs) & earlier)).sum(axis=1))


def _precision(legal: int, theirs: int, ours: int, both: int) -> dict[str, Any]:
    return {
        "legal": legal,
        "teacher": theirs,
        "network": ours,
        "precision": both / ours if ours else None,
        "recall": both / theirs if theirs else None,
    }
