"""Games at the fast table, side by side: all waiting decisions form one batch of a network.

A chow or pung is two decisions, as in `mj_bot.nets.moves`. A win is always taken and a kong that
ends the game drawn never, so these are not decisions, nor is a single legal action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import HU, Action, parse_response
from mj_bot.melds import Meld
from mj_bot.nets.moves import MOVE_COUNT, actions_by_move
from mj_bot.state import Discard, GameState
from mj_bot.successor import after_claim, ends_drawn
from mj_engine import Game, Observation, features
from mj_lab.core.game.walls import Wall
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.sources.network_player import NetworkPlayer

NO_SEAT = -1
_AS_THEY_ARE = (
    *("seat", "prevalent_wind", "hand", "drawn", "walls", "unseen", "shown", "flowers", "turn"),
    *("decision", "offered", "replacing"),
)


class Seated(NamedTuple):
    """A game to play. players: by seat, the index of the player."""

    wall: Wall
    players: tuple[int, int, int, int]


class _Asked(NamedTuple):
    """A waiting decision."""

    table: int
    seat: int
    state: GameState
    by_move: dict[int, tuple[Action, ...]]


class _Drawn(NamedTuple):
    """A sampled decision. shown: features by name. first: whether it is the first player's."""

    asked: _Asked
    first: bool
    shown: Batch
    legal: NDArray[np.bool_]
    move: int
    log_chance: float

    @property
    def actions(self) -> tuple[Action, ...]:
        """One action, or the discards to choose from after a claim."""
        return self.asked.by_move[self.move]


class NetworkGames:
    """G games by some players; the N decisions of the first player are kept.

    rng: for all samples; the games depend only on it, the walls and the players.
    """

    def __init__(
        self, seated: Sequence[Seated], players: Sequence[NetworkPlayer], rng: np.random.Generator
    ) -> None:
        self._seated, self._players, self._rng = seated, players, rng
        self._games = [Game(game.wall.tiles, game.wall.prevalent_wind) for game in seated]
        self._look_ahead = features.LookAhead()
        self._to_learn: list[_Drawn] = []

    def play(self) -> Batch:
        """Play them to their ends.

        Of decisions: the features by name and `hidden`, as the player saw them; `legal` bool [N,
        109]; `chosen` int64; `log_chance` float32, its log probability; `reward` float32, the score
        of the game. Of games, int64: `game/scores` [G, 4], `game/players` [G, 4], as they sat;
        `game/winners`, `game/givers`, NO_SEAT if none; `game/fan` of the win.

        Raises ValueError if there was no decision.
        """
        for game in self._games:
            game.advance()
        while any(not game.over for game in self._games):
            self._turn()
        results = [game.result for game in self._games]
        scores = np.array([game.scores for game in self._games])
        return {
            **self._decisions(scores),
            "game/scores": scores,
            "game/players": np.array([seating.players for seating in self._seated]),
            "game/winners": np.array([_seat(result.player) for result in results if result]),
            "game/givers": np.array([_seat(result.giver) for result in results if result]),
            "game/fan": np.array([result.fan or 0 for result in results if result]),
        }

    def _turn(self) -> None:
        """Make all waiting decisions, at all tables."""
        answers: dict[tuple[int, int], str] = {}
        waiting: list[_Asked] = []
        for table, game in enumerate(self._games):
            for seat in () if game.over else game.legal():
                state = state_of(game.observation(seat))
                by_move = _by_move(state)
                if isinstance(by_move, Action):
                    answers[table, seat] = str(by_move)
                else:
                    waiting.append(_Asked(table, seat, state, by_move))
        claims: list[_Asked] = []
        for drawn in self._drawn(waiting):
            decision = drawn.asked
            if drawn.first and len(decision.by_move) > 1:
                self._to_learn.append(drawn)
            if len(drawn.actions) == 1:
                answers[decision.table, decision.seat] = str(drawn.actions[0])
            else:
                after = after_claim(decision.state, drawn.actions[0])
                by_tile: dict[int, tuple[Action, ...]] = {
                    action.tile: (action,) for action in drawn.actions if action.tile is not None
                }
                claims.append(decision._replace(state=after, by_move=by_tile))
        discards = self._drawn(claims)
        for drawn in discards:
            answers[drawn.asked.table, drawn.asked.seat] = str(drawn.actions[0])
        for (table, seat), answer in sorted(answers.items()):
            self._games[table].play(answer, seat)
        # A pre-empted claim had no discard.
        self._to_learn += [
            drawn for drawn in discards if drawn.first and self._is_done(drawn.asked)
        ]

    def _is_done(self, claim: _Asked) -> bool:
        hands = self._games[claim.table].hands
        return sum(hands[claim.seat]) < sum(claim.state.hand)

    def _drawn(self, waiting: Sequence[_Asked]) -> list[_Drawn]:
        """Sample a move for each decision from its player's policy."""
        rng = self._rng.random(len(waiting))
        drawn_at: dict[int, _Drawn] = {}
        for number, player in enumerate(self._players):
            places = [
                index
                for index, decision in enumerate(waiting)
                if self._seated[decision.table].players[decision.seat] == number
            ]
            if places:
                some = [waiting[index] for index in places]
                drawn = self._drawn_by(player, some, rng[places], first=not number)
                drawn_at |= dict(zip(places, drawn, strict=True))
        return [drawn_at[index] for index in range(len(waiting))]

    def _drawn_by(
        self,
        player: NetworkPlayer,
        waiting: Sequence[_Asked],
        rng: NDArray[np.float64],
        first: bool,
    ) -> list[_Drawn]:
        rows = [
            self._features(decision.state, player.features)
            | player.hidden(self._games[decision.table], decision.seat)
            for decision in waiting
        ]
        legal = np.zeros((len(waiting), MOVE_COUNT), bool)
        for row, decision in zip(legal, waiting, strict=True):
            row[list(decision.by_move)] = True
        inputs = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
        log = _log_chances(player.logits(inputs), legal)
        sums = np.exp(log).cumsum(axis=1)
        moves = (sums > rng[:, None] * sums[:, -1:]).argmax(axis=1)
        return [
            _Drawn(
                decision, first, rows[number], legal[number], int(move), float(log[number, move])
            )
            for number, (decision, move) in enumerate(zip(waiting, moves, strict=True))
        ]

    def _features(self, state: GameState, names: Sequence[str]) -> Batch:
        makers = {"columns": features.columns, "hand_only": features.hand_only}
        return {name: makers.get(name, self._look_ahead)(state) for name in names}

    def _decisions(self, scores: NDArray[np.int64]) -> Batch:
        drawn = self._to_learn
        if not drawn:
            raise ValueError("no decision to learn from: play more games")
        reward = [scores[decision.asked.table, decision.asked.seat] for decision in drawn]
        return {
            **{
                name: np.stack([decision.shown[name] for decision in drawn])
                for name in drawn[0].shown
            },
            "legal": np.stack([decision.legal for decision in drawn]),
            "chosen": np.array([decision.move for decision in drawn], np.int64),
            "log_chance": np.array([decision.log_chance for decision in drawn], np.float32),
            "reward": np.array(reward, np.float32),
        }


def _log_chances(logits: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The log probabilities of legal moves, -inf for the others: [N, A]."""
    among = np.where(legal, logits.astype(np.float64), -np.inf)
    among -= among.max(axis=1, keepdims=True)
    return np.asarray(among - np.log(np.exp(among).sum(axis=1, keepdims=True)))


def state_of(seen: Observation) -> GameState:
    """The state after all requests except the last; it has the legal actions."""
    state = GameState(seen.wall_size, common_wall=seen.common_wall)
    for name in _AS_THEY_ARE:
        setattr(state, name, getattr(seen, name))
    state.melds = [[Meld(*fields) for fields in melds] for melds in seen.melds]
    state.discards = [[Discard(*fields) for fields in discards] for discards in seen.discards]
    state.legal = tuple(parse_response(answer) for answer in seen.legal)
    return state


def _seat(seat: int | None) -> int:
    return NO_SEAT if seat is None else seat


def _by_move(state: GameState) -> dict[int, tuple[Action, ...]] | Action:
    """The choices by move, or the action if there is only one."""
    assert state.legal is not None
    for action in state.legal:
        if action.kind == HU:
            return action
    choices = {
        move: actions
        for move, actions in actions_by_move(state).items()
        if not ends_drawn(state, actions[0])
    }
    first = next(iter(choices.values()))
    return first[0] if len(choices) == len(first) == 1 else choices
