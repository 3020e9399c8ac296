"""Games at the fast table, side by side: all waiting decisions form one batch of a network.

A chow or pung is two decisions, as in `mj_bot.nets.moves`. A win is always taken and a kong that
ends the game drawn never, so these are not decisions, nor is a single legal action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.features.scalars import SCALAR_NAMES
from mj_bot.nets.action_index import action_index
from mj_bot.nets.moves import FIRST_CHOW, HU_MOVE, KONG_MOVE, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_bot.state import CLAIM
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from mj_engine import OpenGames
from mj_engine.odds import tables
from mj_lab.core.game.walls import Wall
from mj_lab.learn.training.parts.part import Batch, joined_batches
from mj_lab.learn.training.sources.network_player import NetworkPlayer

NO_SEAT = -1
_HU, _PASS, _KONG = map(action_index, ("HU", "PASS", "GANG"))
_FIRST_PLAY, _FIRST_PUNG, _FIRST_CHOW = map(action_index, ("PLAY W1", "PENG W1", "CHI W2 W1"))
# The moves with a tile are in the order of their actions: PLAY, GANG, BUGANG.
_WITH_TILE = slice(_FIRST_PLAY, _FIRST_PUNG)
_DECISION, _OFFERED, _OWN_WALL = map(SCALAR_NAMES.index, ("decision", "offered", "wall_0"))
# By the chow's middle, its place among the chows; the last is none.
_CHOWS = np.array(
    [
        CHOW_MIDDLES.index(tile) if tile in CHOW_MIDDLES else len(CHOW_MIDDLES)
        for tile in range(TILE_KINDS + 2)
    ]
)


class Seated(NamedTuple):
    """A game to play. players: by seat, the index of the player."""

    wall: Wall
    players: tuple[int, int, int, int]


class NetworkGames:
    """G games by some players; the N decisions of the first player are kept.

    rng: for all samples; the games depend only on it, the walls and the players.
    """

    def __init__(
        self, seated: Sequence[Seated], players: Sequence[NetworkPlayer], rng: np.random.Generator
    ) -> None:
        self._seated, self._players, self._rng = seated, players, rng
        nothing = np.zeros(len(seated), np.uint8)
        ahead = any("look_ahead" in player.features for player in players)
        self._games = OpenGames(
            [bytes(game.wall.tiles) for game in seated],
            [f"network {number}" for number in range(len(players))],
            np.array([game.wall.prevalent_wind for game in seated], np.uint8),
            np.array([game.players for game in seated], np.uint8),
            np.zeros((len(seated), SEATS), np.uint32),
            nothing,
            False,
            len(seated),
            tables() if ahead else None,
        )
        self._kept: list[Batch] = []

    def play(self) -> Batch:
        """Play them to their ends.

        Of decisions: the features by name and `hidden`, as the player saw them; `legal` bool [N,
        109]; `chosen` int64; `log_chance` float32, its log probability; `reward` float32, the score
        of the game. Of games, int64: `game/scores` [G, 4], `game/players` [G, 4], as they sat;
        `game/winners`, `game/givers`, NO_SEAT if none; `game/fan` of the win.

        Raises ValueError if there was no decision.
        """
        waiting = self._games.step(np.zeros(0, np.int64), 1)
        while len(waiting):
            waiting = self._games.step(self._answers(waiting), 1)
        outcomes = self._games.outcomes()
        results = [outcome.result for outcome in outcomes]
        scores = np.array([outcome.scores for outcome in outcomes])
        return {
            **self._decisions(scores),
            "game/scores": scores,
            "game/players": np.array([seating.players for seating in self._seated]),
            "game/winners": np.array([_seat(result.player) for result in results]),
            "game/givers": np.array([_seat(result.giver) for result in results]),
            "game/fan": np.array([result.fan or 0 for result in results]),
        }

    def _answers(self, players: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The actions of all waiting decisions; players: whose they are."""
        every = np.arange(len(players))
        seen = self._games.observe(every.astype(np.uint32), ["scalars"], None, None, 1)
        legal, games = seen["legal"], seen["game"]
        moves, chows = _moves(legal, seen["scalars"])
        chosen = moves.argmax(axis=1)
        rows = np.flatnonzero((moves.sum(axis=1) > 1) & ~legal[:, _HU])
        chosen[rows] = self._drawn(players, rows, moves[rows], None, every >= 0)
        chosen[legal[:, _HU]] = HU_MOVE
        actions = _actions(chosen)
        # Chows and pungs: the first of their actions, then the one with the discard that is drawn.
        rows = np.flatnonzero(chosen >= PUNG_MOVE)
        place = chows[rows, np.maximum(chosen[rows] - FIRST_CHOW, 0)]
        first = np.where(chosen[rows] == PUNG_MOVE, _FIRST_PUNG, _FIRST_CHOW + TILE_KINDS * place)
        may = np.zeros((len(rows), MOVE_COUNT), np.bool_)
        may[:, :TILE_KINDS] = legal[rows[:, None], first[:, None] + np.arange(TILE_KINDS)]
        discards = may.argmax(axis=1)
        several = np.flatnonzero(may.sum(axis=1) > 1)
        done = ~_pre_empted(chosen, games)
        discards[several] = self._drawn(
            players, rows[several], may[several], (first + discards)[several], done
        )
        actions[rows] = first + discards
        return actions

    def _drawn(
        self,
        players: NDArray[np.uint8],
        rows: NDArray[np.int64],
        legal: NDArray[np.bool_],
        claims: NDArray[np.int64] | None,
        done: NDArray[np.bool_],
    ) -> NDArray[np.int64]:
        """Sample a move for each of the rows from its player's policy.

        legal: [rows, 109]. claims: the claims after which they are. done: [waiting], whether a
        decision counts; those of the first player are kept.
        """
        lots = self._rng.random(len(rows))
        moves = np.zeros(len(rows), np.int64)
        for number, player in enumerate(self._players):
            own = np.flatnonzero(players[rows] == number)
            if not len(own):
                continue
            seen = self._games.observe(
                rows[own].astype(np.uint32),
                player.sees,
                None,
                None if claims is None else claims[own],
                1,
            )
            inputs = player.inputs(seen)
            log = _log_chances(player.logits(inputs), legal[own])
            sums = np.exp(log).cumsum(axis=1)
            drawn = (sums > lots[own, None] * sums[:, -1:]).argmax(axis=1)
            moves[own] = drawn
            if number == 0:
                kept = done[rows[own]]
                decided = {
                    **inputs,
                    "legal": legal[own],
                    "chosen": drawn,
                    "log_chance": log[np.arange(len(own)), drawn].astype(np.float32),
                    "game": seen["game"],
                    "seat": seen["seat"],
                }
                self._kept.append({name: array[kept] for name, array in decided.items()})
        return moves

    def _decisions(self, scores: NDArray[np.int64]) -> Batch:
        if not any(len(part["chosen"]) for part in self._kept):
            raise ValueError("no decision to learn from: play more games")
        decisions = joined_batches(self._kept)
        reward = scores[decisions.pop("game"), decisions.pop("seat")]
        return {**decisions, "reward": reward.astype(np.float32)}


def _moves(
    legal: NDArray[np.bool_], scalars: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """The moves [N, 109] of the legal actions [N, 853], and the chows [N, 3] that they would be.

    Without a kong that ends the game drawn.
    """
    moves = np.zeros((len(legal), MOVE_COUNT), np.bool_)
    moves[:, :PASS_MOVE] = legal[:, _WITH_TILE]
    moves[:, PASS_MOVE], moves[:, HU_MOVE] = legal[:, _PASS], legal[:, _HU]
    is_last = (scalars[:, _DECISION] == CLAIM) & (scalars[:, _OWN_WALL] == 0)
    moves[:, KONG_MOVE] = legal[:, _KONG] & ~is_last
    moves[:, PUNG_MOVE] = legal[:, _FIRST_PUNG:_FIRST_CHOW].any(axis=1)
    by_chow = np.zeros((len(legal), len(CHOW_MIDDLES) + 1), np.bool_)
    by_chow[:, :-1] = legal[:, _FIRST_CHOW:].reshape(len(legal), -1, TILE_KINDS).any(axis=2)
    # The middle of the run with the offered tile first, second, third; 255 for none is cut.
    middles = np.minimum(scalars[:, _OFFERED, None] + np.array([1, 0, -1]), TILE_KINDS)
    chows = _CHOWS[middles]
    moves[:, FIRST_CHOW:] = np.take_along_axis(by_chow, chows, axis=1)
    return moves, chows


def _actions(moves: NDArray[np.int64]) -> NDArray[np.int64]:
    """The actions [N] of moves that are no chow and no pung."""
    alone = {PASS_MOVE: _PASS, HU_MOVE: _HU, KONG_MOVE: _KONG}
    actions = moves + _FIRST_PLAY
    for move, action in alone.items():
        actions[moves == move] = action
    return actions


def _pre_empted(moves: NDArray[np.int64], games: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which chows and pungs [N] another seat's answer in the same game pre-empts."""
    count = games.max(initial=-1) + 1
    rank = np.select([moves == HU_MOVE, moves >= FIRST_CHOW, moves >= KONG_MOVE], [3, 1, 2], 0)
    highest = np.zeros(count, np.int64)
    np.maximum.at(highest, games, rank)
    return np.asarray((rank > 0) & (rank < highest[games]))


def _log_chances(logits: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The log probabilities of legal moves, -inf for the others: [N, A]."""
    among = np.where(legal, logits.astype(np.float64), -np.inf)
    among -= among.max(axis=1, keepdims=True)
    return np.asarray(among - np.log(np.exp(among).sum(axis=1, keepdims=True)))


def _seat(seat: int | None) -> int:
    return NO_SEAT if seat is None else seat
