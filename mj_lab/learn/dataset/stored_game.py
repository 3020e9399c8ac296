"""Converts a match to a game as data sets store it, and back to what each seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from mj_bot.events import (
    BUGANG,
    CHI,
    DRAW,
    GANG,
    HU,
    PASS,
    PASSING,
    PENG,
    PLAY,
    SEATS,
    Action,
    parse_response,
)
from mj_bot.history import Loading, action_of
from mj_bot.nets.moves import (
    FIRST_ADDED_KONG,
    FIRST_CHOW,
    FIRST_CONCEALED_KONG,
    HU_MOVE,
    KONG_MOVE,
    MOVE_COUNT,
    PASS_MOVE,
    PUNG_MOVE,
    move_on,
)
from mj_bot.state import GameState
from mj_bot.tiles import tile_of
from mj_lab.core.game.referee import Game
from mj_lab.core.records.hand import wish_of
from mj_lab.core.records.match import Match
from mj_lab.learn.dataset.shard import (
    NOBODY,
    PREEMPTED,
    UNTOLD,
    VALUED,
    VERDICTS,
    Column,
    StoredGames,
    with_names,
)

# Stands for no move or no tile.
NONE = 255


class StoredAnswer(NamedTuple):
    """One stored answer.

    turn: the number of the request. move: see mj_bot.nets.moves, NONE if unknown. discard: after a
    chow or pung that came through, else NONE. preempted: another seat came first. unknown: the
    answer is not recorded or not a response, so it is not an example. valued: values are stored.
    """

    turn: int
    seat: int
    move: int
    discard: int = NONE
    preempted: bool = False
    unknown: bool = False
    valued: bool = False


class StoredGame(NamedTuple):
    """One game as data sets store it; the fields are those of the arrays (`shard`)."""

    id: str
    players: tuple[str, ...]
    level: str
    wall: tuple[int, ...]
    prevalent_wind: int
    turns: int
    scores: tuple[int, ...]
    verdict: str
    winner: int
    giver: int
    fan: int
    answers: tuple[StoredAnswer, ...]


# -- from matches ------------------------------------------------------------------------------


def stored_of(match: Match) -> StoredGame:
    """A match as data sets store it.

    Raises ValueError for one with a common wall, which data sets cannot store.
    """
    if match.common_wall:
        raise ValueError("all draw from one wall: data sets have one for each seat")
    missing = {(turn, seat) for turn, seat, _ in match.verdicts}
    untold = {*missing, *match.untold}
    wishes = {(turn, seat): wish_of(text) for turn, seat, text in match.preempted}
    answers: list[StoredAnswer] = []
    for turn, responses in enumerate(match.responses):
        offered = _offered(match.requests[turn])
        came = _came_through(match, turn)
        for seat, text in enumerate(responses):
            key = (turn, seat)
            if key in untold:
                answers.append(StoredAnswer(turn, seat, NONE, unknown=True))
            elif key in wishes:
                answers.append(_answer(turn, seat, wishes[key], offered, seat == came))
            elif text != PASS:
                answers.append(_answer(turn, seat, _action_of(text), offered, seat == came))
    result = match.result
    return StoredGame(
        match.id,
        tuple(match.players) or ("",) * SEATS,
        match.level or "",
        match.wall,
        match.quan,
        len(match.responses),
        match.scores,
        result.action,
        NOBODY if result.player is None else result.player,
        _giver_of(match),
        min(max(result.fan_total or 0, 0), 999),
        tuple(answers),
    )


def _action_of(text: str) -> Action | None:
    try:
        action = parse_response(text)
    except ValueError:
        return None
    return action if str(action) == text else None


def _answer(
    turn: int, seat: int, action: Action | None, offered: int | None, came: bool
) -> StoredAnswer:
    if action is None or (action.chow is not None and offered is None):
        return StoredAnswer(turn, seat, NONE, unknown=True)
    move = move_on(action, offered)
    if not (FIRST_CHOW <= move < MOVE_COUNT) and action.chow is not None:
        return StoredAnswer(turn, seat, NONE, unknown=True)
    claims = move >= PUNG_MOVE and came and action.tile is not None
    discard = action.tile if claims and action.tile is not None else NONE
    return StoredAnswer(turn, seat, move, discard, preempted=not came)


def _offered(requests: Sequence[str]) -> int | None:
    """The tile that may be claimed after these requests."""
    request = requests[0].split()
    if request[0] == "3" and request[2] in (PLAY, PENG, CHI, BUGANG):
        return tile_of(request[-1])
    return None


def _came_through(match: Match, turn: int) -> int | None:
    """The seat whose answer counted in a turn: the winner, the offender, or the next to act."""
    if turn + 1 == len(match.requests):
        return match.result.player
    drawn = [seat for seat, text in enumerate(match.requests[turn]) if text.startswith("2 ")]
    if drawn:
        return drawn[0]
    request = match.requests[turn + 1][0].split()
    claims = request[0] == "3" and request[2] in (CHI, PENG, GANG)
    return int(request[1]) if claims else None


def _giver_of(match: Match) -> int:
    """The seat that gave the winning tile."""
    request = match.requests[-1][0].split()
    winner = match.result.player
    self_drawn = winner is not None and match.requests[-1][winner].startswith("2 ")
    if match.result.action != HU or self_drawn or request[0] != "3":
        return NOBODY
    return int(request[1])


def arrays_of(games: Sequence[StoredGame]) -> dict[str, Column]:
    """The arrays of games, without counts and values."""
    answers = [
        (answer.turn, _flags(answer), answer.move, answer.discard)
        for game in games
        for answer in game.answers
    ]
    table = np.array(answers, np.int64).reshape(-1, 4)
    nowhere = np.zeros(len(games) + 1, np.int64)
    arrays: dict[str, Column] = {
        "wall_at": _places([len(game.wall) for game in games]),
        "walls": np.array(list(chain.from_iterable(game.wall for game in games)), np.uint8),
        "winds": np.array([game.prevalent_wind for game in games], np.uint8),
        "turns": np.array([game.turns for game in games], np.uint16),
        "scores": np.array([game.scores for game in games], np.int16).reshape(-1, SEATS),
        "verdicts": np.array([VERDICTS.index(game.verdict) for game in games], np.uint8),
        "winners": np.array([game.winner for game in games], np.uint8),
        "givers": np.array([game.giver for game in games], np.uint8),
        "fans": np.array([game.fan for game in games], np.int16),
        "answer_at": _places([len(game.answers) for game in games]),
        "answer_turns": table[:, 0].astype(np.uint16),
        "answers": table[:, 1:].astype(np.uint8),
        "value_at": nowhere,
        "values": np.zeros(0, np.float32),
    }
    ids, players = [game.id for game in games], [game.players for game in games]
    return with_names(arrays, ids, players, [game.level for game in games])


def _flags(answer: StoredAnswer) -> int:
    flags = answer.seat
    flags += PREEMPTED * answer.preempted + UNTOLD * answer.unknown + VALUED * answer.valued
    return flags


def _places(sizes: Sequence[int]) -> Column:
    return np.cumsum([0, *sizes], dtype=np.int64)


# -- back again --------------------------------------------------------------------------------


def stored_at(games: StoredGames, index: int) -> StoredGame:
    """One of the games of arrays."""
    first, last = games["answer_at"][index : index + 2]
    turns, rows = games["answer_turns"][first:last], games["answers"][first:last]
    answers = [
        StoredAnswer(
            int(turn),
            int(flags) % SEATS,
            int(move),
            int(discard),
            bool(flags & PREEMPTED),
            bool(flags & UNTOLD),
            bool(flags & VALUED),
        )
        for turn, (flags, move, discard) in zip(turns, rows, strict=True)
    ]
    wall_at = games["wall_at"]
    return StoredGame(
        str(games["ids"][index]),
        tuple(games.name_of(name) for name in games["players"][index]),
        games.name_of(games["levels"][index]),
        tuple(games["walls"][wall_at[index] : wall_at[index + 1]].tolist()),
        int(games["winds"][index]),
        int(games["turns"][index]),
        tuple(games["scores"][index].tolist()),
        VERDICTS[games["verdicts"][index]],
        int(games["winners"][index]),
        int(games["givers"][index]),
        int(games["fans"][index]),
        tuple(answers),
    )


class FoldedTurn(NamedTuple):
    """One turn of a game: what each seat knew before the answers. The states are updated later."""

    turn: int
    states: list[GameState]
    answers: dict[int, StoredAnswer]


def turns_of(stored: StoredGame, loading: Loading | None = None) -> Iterator[FoldedTurn]:
    """Replay a game at the referee, turn by turn.

    loading: called before every action is folded into a seat's state, as in mj_bot.history.

    Raises ValueError where the game cannot be replayed.
    """
    game = Game(stored.wall, stored.prevalent_wind)
    states = [GameState(len(stored.wall) // SEATS) for _ in range(SEATS)]
    answers = iter(stored.answers)
    answer = next(answers, None)
    for turn in range(stored.turns):
        if game.result is not None:
            raise ValueError(f"game {stored.id}: it was over before its last turn")
        _see(game, states, loading)
        answered: dict[int, StoredAnswer] = {}
        while answer is not None and answer.turn == turn:
            answered[answer.seat] = answer
            answer = next(answers, None)
        yield FoldedTurn(turn, states, answered)
        if turn + 1 < stored.turns:
            _submit(game, states, answered)
    if answer is not None:
        raise ValueError(f"game {stored.id}: answers after its last turn")


def _see(game: Game, states: Sequence[GameState], loading: Loading | None) -> None:
    for seat, state in enumerate(states):
        request = game.request_for(seat)
        event = game.event
        if loading is not None and event is not None and event.kind != DRAW:
            action = action_of(state, request)
            if action is not None:
                loading(state, event.seat, action)
        state.apply(request)


def _submit(game: Game, states: Sequence[GameState], answers: dict[int, StoredAnswer]) -> None:
    replies = [PASSING] * SEATS
    for seat, answer in answers.items():
        if not answer.preempted and answer.move != NONE:
            replies[seat] = action_of_move(answer.move, answer.discard, game.offered)
            states[seat].answered(replies[seat])
    game.submit(replies)


def action_of_move(move: int, discard: int, offered: int | None) -> Action:
    """The action of a move. discard: that of a chow or pung.

    >>> str(action_of_move(106, 27, 0))
    'CHI W2 F1'
    """
    if move < FIRST_CONCEALED_KONG:
        return Action(PLAY, move)
    if move < FIRST_ADDED_KONG:
        return Action(GANG, move - FIRST_CONCEALED_KONG)
    if move < PASS_MOVE:
        return Action(BUGANG, move - FIRST_ADDED_KONG)
    if move < FIRST_CHOW:
        alone = {PASS_MOVE: PASSING, HU_MOVE: Action(HU), KONG_MOVE: Action(GANG)}
        return alone[move] if move in alone else Action(PENG, discard)
    assert offered is not None
    return Action(CHI, discard, offered - (move - FIRST_CHOW) + 1)
