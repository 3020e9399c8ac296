"""What the engine is held against: the states and the shanten in Python, as the tests ask them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import mj_engine
from mj_bot.history import note_answer
from mj_bot.odds.options import OPTIONS, checked_options
from mj_bot.shanten.shanten import least
from mj_bot.state import GameState
from mj_bot.tiles import tiles_of
from mj_lab.core.records.match import Match
from tests.recorded import decisions

# What `odds` plays by where nothing is given.
PLAIN_ODDS = checked_options(OPTIONS, {})


def begun(seed: int | str) -> tuple[mj_engine.Game, int]:
    """A game at its first decision, and whose that is."""
    game = mj_engine.Game(mj_engine.wall_of_seed(seed))
    game.advance()
    assert game.to_move is not None
    return game, game.to_move


def replayed(match: Match) -> mj_engine.Game:
    """The engine's game of a recorded match, by the same wall and the same answers."""
    game = mj_engine.Game(match.wall, match.quan, match.common_wall)
    for turn in range(len(match.requests)):
        game.submit(match.replies(turn))
    return game


def states_of(game: mj_engine.Game) -> list[GameState]:
    """The four seats' states of a game of the engine's as it stands."""
    size, common_wall = len(game.wall) // 4, game.common_wall
    states = [GameState(size, common_wall=common_wall) for _ in range(4)]
    turns = game.turns
    for requests, answers in turns:
        for state, request, answer in zip(states, requests, answers, strict=True):
            state.apply(request)
            note_answer(state, answer)
    if not game.over:
        for seat, state in enumerate(states):
            state.apply(game.request_for(seat))
    return states


def match_in(record: str) -> dict[str, Any]:
    match: dict[str, Any] = json.loads(record)
    return match


def wall_in(match: dict[str, Any]) -> list[int]:
    """The tiles of a recorded wall, which is text or a list of codes."""
    wall = match["wall"] if isinstance(match["wall"], str) else " ".join(match["wall"])
    return tiles_of(wall)


def wall_with_flowers(seed: int) -> list[int]:
    tiles = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))
    random.Random(seed).shuffle(tiles)
    return tiles


def shanten(hand: Sequence[int], melds: int) -> tuple[int, tuple[int, ...]]:
    """The least distance over all forms and the tiles that lower it."""
    found = least(hand, melds)
    return found.distance, tuple(found.effective)


def states_of_games(walls: Iterable[int], player: str) -> Iterator[GameState]:
    """Every decision of games of a native player with itself."""
    dealt = map(mj_engine.wall_of_seed, walls)
    for record in mj_engine.play(dealt, player, records=True).records:
        yield from (seen.state.copy() for seen in decisions(match_in(record)))
