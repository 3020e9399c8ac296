"""Told hands: games as archives have them, by what was drawn and done; to and from a match.

Archives tell no wall. The drawn tiles are as much of each seat's own wall as matters: what nobody
drew is put before them in any order. A hand whose seats drew more than their own walls hold, as
where all draw from one, has no such wall and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    HU,
    PASS,
    PASSING,
    PENG,
    PLAY,
    SEATS,
    Action,
    Event,
    parse_response,
)
from mj_bot.fan import BASE_SCORE, MIN_FAN
from mj_bot.tiles import (
    CHOW_MIDDLES,
    COPIES,
    FLOWER_KINDS,
    TILE_KINDS,
    code_of,
    codes_of,
    tile_of,
    tiles_of,
)
from mj_lab.game.asking import PlayedTurn
from mj_lab.game.referee import Game
from mj_lab.game.result import HUANG, Result
from mj_lab.records.match import Match, match_of, result_on_disk

_ALL_TILES = TILE_KINDS * COPIES


class HandError(ValueError):
    """A hand that cannot be: the reason, which many may share, with the line and what it is about.

    >>> str(HandError("no such tile", 3, "X1"))
    'line 3: no such tile: X1'
    """

    def __init__(self, reason: str, line: int = 0, about: str = "") -> None:
        self.reason, self.line = reason, line
        place = f"line {line}: " if line else ""
        super().__init__(place + reason + (f": {about:.60}" if about else ""))


class Step(NamedTuple):
    """One thing that a seat did or got.

    kind: DRAW (a flower too), PLAY, CHI, PENG, GANG (tile: of a concealed one, None for that of a
    discard), BUGANG or HU. chow: of a CHI the middle. preempted: what other seats wanted and did
    not get, without the discard that would have followed. line: in its file, 0 for none.
    """

    kind: str
    seat: int
    tile: int | None = None
    chow: int | None = None
    preempted: tuple[tuple[int, Action], ...] = ()
    line: int = 0


class ToldHand(NamedTuple):
    """A game by what was drawn and done.

    deals: 13 tiles a seat. flowers: dealt ones by seat, of which only the number is known.
    wall_size: tiles of each seat's wall. drawn: whether nobody won. fan: of the win, flowers
    included. scores: None if the record does not say. tells_all: whether whoever could claim and
    is not named wanted nothing. dealt_flowers: which were dealt, by seat, where that is known.
    fan_names: of the win, in Chinese, as far as the record names them.
    """

    id: str
    prevalent_wind: int
    deals: tuple[tuple[int, ...], ...]
    flowers: tuple[int, ...]
    wall_size: int
    steps: tuple[Step, ...]
    drawn: bool
    fan: int = 0
    scores: tuple[int, ...] | None = None
    tells_all: bool = True
    dealt_flowers: tuple[tuple[int, ...], ...] = ()
    fan_names: tuple[str, ...] = ()


# -- from a hand to a match --------------------------------------------------------------------


def folded(hand: ToldHand) -> Match:
    """The match of a hand, played again at our judge; whoever was pre-empted passes in it.

    Raises HandError, with the line, where the rules of our judge allow no such hand.
    """
    return _Folding(hand).run()


class _Folding:
    def __init__(self, hand: ToldHand) -> None:
        self._hand = hand
        try:
            self._game = Game(wall_of(hand), hand.prevalent_wind)
        except HandError:
            raise
        except ValueError as error:
            raise HandError("no such deal", 0, str(error)) from None
        self._turns: list[PlayedTurn] = []
        self._preempted: list[tuple[int, int, str]] = []
        self._untold: list[tuple[int, int]] = []
        self._ended: Result | None = None

    def run(self) -> Match:
        steps = list(self._hand.steps)
        self._submit({})
        self._submit({})
        place = 0
        while self._game.result is None and self._ended is None:
            place = self._turn(steps, place)
        if place < len(steps):
            raise HandError("more behind the end of the hand", steps[place].line)
        return self._match()

    def _turn(self, steps: Sequence[Step], place: int) -> int:
        """Answer one event of the game; the place of the step that comes then."""
        event = self._game.event
        assert event is not None
        step = steps[place] if place < len(steps) else None
        if step is None and self._hand.drawn and event.kind in (DRAW, BUHUA):
            self._ended = Result(HUANG)  # Where all draw from one wall it ends for all at once.
            return place
        if event.kind in (DRAW, BUHUA):
            place, step = self._drawn(steps, place, event)
        if event.kind in (BUHUA, GANG):
            self._submit({})
            return place
        if event.kind == DRAW:
            if step is None or step.seat != event.seat or step.kind not in (PLAY, GANG, BUGANG, HU):
                raise self._unexpected(step)
            return place + self._answer(step, Action(step.kind, step.tile), 1)
        if step is None or step.kind == DRAW:
            self._submit({}, step)
            return place
        return place + self._claim(step, steps[place + 1] if place + 1 < len(steps) else None)

    def _drawn(self, steps: Sequence[Step], place: int, event: Event) -> tuple[int, Step | None]:
        step = steps[place] if place < len(steps) else None
        if step is None or (step.kind, step.seat, step.tile) != (DRAW, event.seat, event.tile):
            raise self._unexpected(step)
        return place + 1, steps[place + 1] if place + 1 < len(steps) else None

    def _claim(self, step: Step, following: Step | None) -> int:
        if step.seat == self._game.turn:
            raise self._unexpected(step)
        if step.kind not in (CHI, PENG):
            if step.kind not in (GANG, HU):
                raise self._unexpected(step)
            return self._answer(step, Action(step.kind), 1)
        if following is None or (following.kind, following.seat) != (PLAY, step.seat):
            raise HandError("no discard follows a claim", step.line)
        return self._answer(step, Action(step.kind, following.tile, step.chow), 2)

    def _answer(self, step: Step, action: Action, used: int) -> int:
        for seat, wanted in step.preempted:
            if seat == step.seat:
                raise HandError("a claim that is before itself", step.line)
            self._preempted.append((len(self._turns), seat, _wish_text(wanted)))
        if not self._hand.tells_all:
            self._note_untold(step)
        if action.kind == HU:
            self._win(step)
        else:
            self._submit({step.seat: action}, step)
        return used

    def _note_untold(self, step: Step) -> None:
        """Whose wishes a claim hides: those of all behind a win, and of a chow behind the rest."""
        turn, game = len(self._turns), self._game
        others = [seat for seat in range(SEATS) if seat not in (step.seat, game.turn)]
        if step.seat == game.turn or step.kind == CHI:
            return
        if step.kind != HU:
            others = [seat for seat in others if seat == (game.turn + 1) % SEATS]
        self._untold += [(turn, seat) for seat in others]

    def _win(self, step: Step) -> None:
        game = self._game
        found = game.winning(step.seat)
        if found is None:
            raise HandError("a win without a winning hand", step.line)
        if found.fan >= MIN_FAN:
            self._submit({step.seat: Action(HU)}, step)
            return
        # Elsewhere it is enough: an end that our judge refuses.
        self._turns.append(self._played({step.seat: Action(HU)}))
        giver = None if game.turn == step.seat else game.turn
        self._ended = Result(HU, step.seat, giver, self._hand.fan)

    def _played(self, actions: dict[int, Action]) -> PlayedTurn:
        replies = tuple(actions.get(seat, PASSING) for seat in range(SEATS))
        return PlayedTurn(self._game.event, replies)

    def _submit(self, actions: dict[int, Action], step: Step | None = None) -> None:
        turn = self._played(actions)
        for seat, action in actions.items():
            if action.kind != HU and not self._game.allows(seat, action):
                raise HandError("not legal at our judge", step.line if step else 0, str(action))
        self._turns.append(turn)
        self._game.submit(turn.replies)

    def _unexpected(self, step: Step | None) -> HandError:
        if step is None:
            return HandError("the hand breaks off", self._hand.steps[-1].line)
        return HandError("what cannot come here", step.line, f"{step.kind} of seat {step.seat}")

    def _match(self) -> Match:
        hand, game = self._hand, self._game
        game.result = game.result or self._ended
        assert game.result is not None
        if hand.drawn != (game.result.action == HUANG):
            raise HandError("it ends otherwise than it says", hand.steps[-1].line)
        match = match_of(game, self._turns, hand.id)
        won = game.result.action == HU
        scores = hand.scores
        if scores is None:
            ended = won and self._ended is not None
            scores = _scores_of(game.result) if ended else tuple(game.scores)
        result = match.result
        if won and hand.fan and result.fan_total != hand.fan:
            result = result_on_disk(game.result._replace(fan=hand.fan, fans=()))
        told = {
            "scores": scores,
            "result": result,
            "preempted": tuple(self._preempted),
            "untold": tuple(self._untold),
            "wall_known": False,
        }
        return match.model_copy(update=told)


def _wish_text(wanted: Action) -> str:
    """A claim without its discard, as matches have it."""
    return wanted.kind if wanted.chow is None else f"{wanted.kind} {code_of(wanted.chow)}"


def wish_of(text: str) -> Action:
    """The claim in such a text; raises ValueError if it is none.

    >>> wish_of("CHI W2"), wish_of("PENG").kind
    (Action(kind='CHI', tile=None, chow=1, fan=0), 'PENG')
    """
    kind, *codes = text.split()
    if (kind, len(codes)) == (CHI, 1) and tile_of(codes[0]) in CHOW_MIDDLES:
        return Action(CHI, None, tile_of(codes[0]))
    if codes or kind not in (PENG, GANG, HU):
        raise ValueError(f"no claim: {text!r:.40}")
    return Action(kind)


def _scores_of(result: Result) -> tuple[int, ...]:
    assert result.player is not None and result.fan is not None
    stake = BASE_SCORE + result.fan
    pays = [
        stake if result.giver in (None, seat) else BASE_SCORE if seat != result.player else 0
        for seat in range(SEATS)
    ]
    pays[result.player] = 0
    return tuple(sum(pays) if seat == result.player else -pays[seat] for seat in range(SEATS))


def wall_of(hand: ToldHand) -> tuple[int, ...]:
    """A wall from which each seat draws what it drew.

    Raises HandError if there is none.
    """
    left = [COPIES] * TILE_KINDS
    if hand.wall_size * SEATS > _ALL_TILES:
        left += [1] * FLOWER_KINDS
    drawn: list[list[int]] = []
    for seat in range(SEATS):
        if len(hand.deals[seat]) != HAND_SIZE:
            raise HandError("a deal that is not of 13 tiles", 0, f"seat {seat}")
        mine = [step for step in hand.steps if step.kind == DRAW and step.seat == seat]
        drawn.append([*hand.deals[seat], *(step.tile for step in mine if step.tile is not None)])
        for tile in drawn[-1]:
            if tile >= len(left) or not left[tile]:
                raise HandError("more copies of a tile than there are", 0, codes_of([tile]))
            left[tile] -= 1
    # Dealt flowers lie before the first tile of the deal; archives do not tell which they are.
    for seat, count in enumerate(hand.flowers):
        free = [tile for tile in range(TILE_KINDS, len(left)) if left[tile]]
        told = hand.dealt_flowers[seat] if hand.dealt_flowers else free
        unknown = [tile for tile in told if tile in free][:count]
        if len(unknown) < count:
            raise HandError("more flowers than there are", 0, f"seat {seat}")
        for tile in unknown:
            left[tile] = 0
        drawn[seat][:0] = unknown
        if len(drawn[seat]) > hand.wall_size:
            raise HandError("a seat drew more than its own wall holds", 0, f"seat {seat}")
    rest = iter([tile for tile, count in enumerate(left) for _ in range(count)])
    wall: list[int] = []
    for tiles in drawn:
        wall += [next(rest) for _ in range(hand.wall_size - len(tiles))]
        wall += reversed(tiles)
    return tuple(wall)


# -- from a match to a hand --------------------------------------------------------------------


def hand_of(match: Match) -> ToldHand:
    """A match as archives tell it.

    Raises HandError for one that ended with a fault: archives have none.
    """
    if match.result.action not in (HU, HUANG):
        raise HandError("the match ended with a fault", 0, match.result.action)
    deals = [row.split() for row in match.requests[1]]
    steps: list[Step] = []
    for turn in range(2, len(match.requests)):
        steps += _steps_of(match, turn)
    return ToldHand(
        match.id,
        match.quan,
        tuple(tuple(_tiles(words[5 : 5 + HAND_SIZE])) for words in deals),
        tuple(int(count) for count in deals[0][1:5]),
        len(match.wall) // SEATS,
        tuple(steps),
        match.result.action == HUANG,
        match.result.fan_total or 0,
        tuple(match.scores),
        not match.untold,
        fan_names=tuple(fan.name for fan in match.result.fans or ()),
    )


def _tiles(codes: Sequence[str]) -> Iterator[int]:
    yield from tiles_of(" ".join(codes))


def _steps_of(match: Match, turn: int) -> Iterator[Step]:
    """What happened in a turn: what was drawn, and what came of the answers."""
    row, replies = match.requests[turn], match.responses[turn]
    own = next((seat for seat, text in enumerate(row) if text.startswith("2 ")), None)
    words = row[0].split()
    if own is not None:
        yield Step(DRAW, own, next(_tiles(row[own].split()[1:])))
        action = parse_response(replies[own])
        yield Step(action.kind, own, action.tile)
        return
    if words[2] == BUHUA:
        yield Step(DRAW, int(words[1]), next(_tiles([words[3]])))
        return
    wishes = {seat: parse_response(text) for seat, text in enumerate(replies) if text != PASS}
    came = _came_through(match, turn)
    if came is None:
        return
    action = wishes.pop(came)
    preempted = tuple(
        (seat, wanted._replace(tile=None) if wanted.kind in (CHI, PENG) else wanted)
        for seat, wanted in wishes.items()
    ) + tuple((seat, wish_of(text)) for place, seat, text in match.preempted if place == turn)
    yield Step(action.kind, came, None, action.chow, preempted)
    if action.kind in (CHI, PENG):
        yield Step(PLAY, came, action.tile)


def _came_through(match: Match, turn: int) -> int | None:
    """Whose claim came through in a turn in which nobody drew."""
    if turn + 1 == len(match.requests):
        return match.result.player
    words = match.requests[turn + 1][0].split()
    is_claim = words[0] == "3" and words[2] in (CHI, PENG, GANG)
    return int(words[1]) if is_claim else None
