"""Recorded hands: what was drawn and done, as in archives; from a match, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mj_bot.events import (
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    HU,
    PASS,
    PENG,
    PLAY,
    SEATS,
    Action,
    parse_response,
)
from mj_bot.tiles import CHOW_MIDDLES, code_of, codes_of, tile_of, tiles_of
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.match import Match

# By seat: 34 tiles for most kinds of steps, and 21 chows.
_MOST_HEADS = 1_024
# A step without effect: a seat declared a false win, and play went on.
FALSE_WIN = "FALSE"


class HandError(ValueError):
    """An impossible hand: the reason, which many may share, with line and detail.

    >>> str(HandError("no such tile", 3, "X1"))
    'line 3: no such tile: X1'
    """

    def __init__(self, reason: str, line: int = 0, about: str = "") -> None:
        self.reason, self.line, self.about = reason, line, about
        prefix = f"line {line}: " if line else ""
        super().__init__(prefix + reason + (f": {about:.60}" if about else ""))

    def at(self, line: int) -> HandError:
        """The same error at this line."""
        return HandError(self.reason, line, self.about)


class Step(NamedTuple):
    """One action or draw of a seat.

    kind: DRAW (a flower too), PLAY, CHI, PENG, GANG (tile: of a concealed one, None for that of a
    discard), BUGANG, HU or FALSE_WIN. chow: the middle of a CHI. preempted: claims of other seats
    that were pre-empted, without their discards. passed: seats that are recorded as passing. line:
    in its file, 0 for none.
    """

    kind: str
    seat: int
    tile: int | None = None
    chow: int | None = None
    preempted: tuple[tuple[int, Action], ...] = ()
    line: int = 0
    passed: tuple[int, ...] = ()


class RecordedHand(NamedTuple):
    """A game as its draws and actions.

    deals: 13 tiles a seat. flowers: how many each seat was dealt. wall_size: tiles of each seat's
    wall. drawn: whether nobody won. fan: of the win, flowers included. scores: None if not
    recorded. tells_all: whether a seat that could claim and is not named passed. dealt_flowers: by
    seat, if known. fan_names: of the win, in Chinese, as far as recorded. fans: the same with the
    times and the value of each, if recorded. common_wall: whether all drew from one wall, of four
    times wall_size. wall: that wall, if recorded. wall_known: whether it is recorded. penalties:
    the part of the scores that false wins cost each seat. keeping: for a flower that a seat kept,
    the step that drew it, the step that shows it, and the seat; its answers between are for another
    hand.
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
    fans: tuple[tuple[str, int, int], ...] = ()
    common_wall: bool = False
    wall: tuple[int, ...] = ()
    wall_known: bool = False
    penalties: tuple[int, ...] = ()
    keeping: tuple[tuple[int, int, int], ...] = ()


def check_no_false_win(hand: RecordedHand) -> None:
    """Raise HandError if play went on after a false win, which most archives cannot express."""
    if any(step.kind == FALSE_WIN for step in hand.steps):
        raise HandError("play goes on after a false win")


# -- the plain form ----------------------------------------------------------------------------


def plain_form(hand: RecordedHand) -> dict[str, Any]:
    """A hand as JSON: what was dealt, drawn and done, in order, the same from any format.

    The engine plays this form, and the site's JavaScript readers produce it too. Tiles are codes,
    steps the texts of `step_text`; unknown fields are left out.
    """
    known: dict[str, Any] = {
        "wall": codes_of(hand.wall),
        "deals": [codes_of(deal) for deal in hand.deals],
        "flowers": list(hand.flowers),
        "dealt_flowers": [codes_of(own) for own in hand.dealt_flowers],
        "scores": list(hand.scores or ()),
        "penalties": list(hand.penalties),
    }
    return {
        "id": hand.id,
        "wind": hand.prevalent_wind,
        "common_wall": hand.common_wall,
        "wall_size": hand.wall_size,
        "wall_known": hand.wall_known,
        "tells_all": hand.tells_all,
        **{name: value for name, value in known.items() if value},
        "steps": [step_text(step) for step in hand.steps],
        "keeping": [list(kept) for kept in hand.keeping],
        "drawn": hand.drawn,
        "fan": hand.fan,
        "fans": [list(fan) for fan in hand.fans],
    }


def step_text(step: Step) -> str:
    """A step as text: kind, seat, tile, chow, line, who passed, pre-empted claims; - for none.

    >>> step_text(Step("HU", 1, preempted=((2, Action("PENG")), (3, Action("CHI", chow=2)))))
    'HU 1 - - 0 - 2:PENG 3:CHI:W3'
    """
    kind, seat, tile, chow, preempted, line, passed = step
    text = f"{_head(kind, seat, tile, chow)} {line} {''.join(map(str, passed)) if passed else '-'}"
    for other, wanted in preempted:
        text += f" {other}:{wish_text(wanted).replace(' ', ':')}"
    return text


@lru_cache(maxsize=_MOST_HEADS)
def _head(kind: str, seat: int, tile: int | None, chow: int | None) -> str:
    shown = ["-" if shown_tile is None else code_of(shown_tile) for shown_tile in (tile, chow)]
    return " ".join([kind, str(seat), *shown])


# -- from a match to a hand --------------------------------------------------------------------


def wish_text(wanted: Action) -> str:
    """A claim without its discard, as text in matches."""
    return wanted.kind if wanted.chow is None else f"{wanted.kind} {code_of(wanted.chow)}"


def wish_of(text: str) -> Action:
    """Parse the claim in a text of `wish_text`; raises ValueError if it is not one.

    A chow without a middle is an unknown one.

    >>> wish_of("CHI W2"), wish_of("PENG").kind
    (Action(kind='CHI', tile=None, chow=1, fan=0), 'PENG')
    """
    kind, *codes = text.split() or [""]
    if (kind, len(codes)) == (CHI, 1) and tile_of(codes[0]) in CHOW_MIDDLES:
        return Action(CHI, None, tile_of(codes[0]))
    if codes or kind not in (CHI, PENG, GANG, HU):
        raise ValueError(f"no claim: {text!r:.40}")
    return Action(kind)


def hand_of(match: Match) -> RecordedHand:
    """A match as a recorded hand.

    Raises HandError for one that ended with a fault: archives do not have these.
    """
    if match.result.action not in (HU, HUANG):
        raise HandError("the match ended with a fault", 0, match.result.action)
    deals = [row.split() for row in match.requests[1]]
    steps: list[Step] = []
    for turn in range(2, len(match.requests)):
        steps += _steps_of(match, turn)
    return RecordedHand(
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
        common_wall=match.common_wall,
        wall=match.wall if match.common_wall else (),
        wall_known=match.common_wall and match.wall_known,
        penalties=match.penalties,
    )


def _tiles(codes: Sequence[str]) -> Iterator[int]:
    yield from tiles_of(" ".join(codes))


def _steps_of(match: Match, turn: int) -> Iterator[Step]:
    """The steps of a turn: the draw, and the outcome of the answers."""
    row, replies = match.requests[turn], match.responses[turn]
    own = next((seat for seat, text in enumerate(row) if text.startswith("2 ")), None)
    words = row[0].split()
    falsely = [Step(FALSE_WIN, seat) for event_turn, seat in match.false_wins if event_turn == turn]
    if own is not None:
        yield Step(DRAW, own, next(_tiles(row[own].split()[1:])))
        yield from falsely
        action = parse_response(replies[own])
        yield Step(action.kind, own, action.tile)
        return
    if words[2] == BUHUA:
        yield Step(DRAW, int(words[1]), next(_tiles([words[3]])))
        return
    wishes = {seat: parse_response(text) for seat, text in enumerate(replies) if text != PASS}
    yield from falsely
    came = _came_through(match, turn)
    if came is None:
        return
    action = wishes.pop(came)
    preempted = tuple(
        (seat, Action(wanted.kind, chow=wanted.chow) if wanted.kind in (CHI, PENG) else wanted)
        for seat, wanted in wishes.items()
    ) + tuple(
        (seat, wish_of(text)) for event_turn, seat, text in match.preempted if event_turn == turn
    )
    passed: tuple[int, ...] = ()
    if match.common_wall:  # Only tables of people record who passed.
        hidden = {seat for event_turn, seat in match.untold if event_turn == turn}
        asked_seats = {seat for seat in range(SEATS) if seat != came and words[1:2] != [str(seat)]}
        passed = tuple(sorted(asked_seats - hidden - {seat for seat, _ in preempted}))
    yield Step(action.kind, came, None, action.chow, preempted, passed=passed)
    if action.kind in (CHI, PENG):
        yield Step(PLAY, came, action.tile)


def _came_through(match: Match, turn: int) -> int | None:
    """The seat whose claim succeeded in a turn without a draw."""
    if turn + 1 == len(match.requests):
        return match.result.player
    words = match.requests[turn + 1][0].split()
    is_claim = words[0] == "3" and words[2] in (CHI, PENG, GANG)
    return int(words[1]) if is_claim else None
