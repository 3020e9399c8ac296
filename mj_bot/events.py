"""Botzone's requests and responses as records, and back: the only module that knows the strings.

Requests come from the judge to one seat; responses go back. Seats see the same, except at a draw:
the drawer gets `2 T`, the others `3 p DRAW`. So the judge keeps one `Event` a turn and formats it
for each seat.
"""

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Tuple, Union

from mj_bot.tiles import (
    ALL_CODES,
    CODES,
    FIRST_HONOUR,
    FLOWER_KINDS,
    IS_CHOW_MIDDLE,
    TILE_KINDS,
    codes_of,
    tile_of,
)

PASS = "PASS"
PLAY = "PLAY"
CHI = "CHI"
PENG = "PENG"
GANG = "GANG"
BUGANG = "BUGANG"
HU = "HU"
DRAW = "DRAW"
BUHUA = "BUHUA"

_TILES = range(TILE_KINDS)
_PLACES = (None,) + tuple(_TILES)
# A class of Python 3.6 cannot derive from both.
if TYPE_CHECKING:
    _Words = Tuple[Any, ...]
else:
    _Words = tuple

HAND_SIZE = 13
SEATS = 4


class Start(NamedTuple):
    """The first request: the own seat (0-3, also the seat wind E S W N) and the prevalent wind."""

    seat: int
    prevalent_wind: int


class Deal(NamedTuple):
    """The second request: how many flowers each seat got, the own 13 tiles, the flowers.

    flowers: of all four seats, seat 0's first, as the judge lists them for everyone. Older records
    list only the own ones, or none though some were dealt.
    """

    flower_counts: Tuple[int, int, int, int]
    tiles: Tuple[int, ...]
    flowers: Tuple[int, ...] = ()


class Event(NamedTuple):
    """What one seat did.

    kind: DRAW, BUHUA, PLAY, PENG, CHI, GANG or BUGANG. tile: the tile drawn (None for the others'
    draws), the flower, the tile discarded (also by PENG and CHI) or the tile added by BUGANG; None
    for GANG, whose tile is never sent. chow: the middle tile of a CHI.
    """

    kind: str
    seat: int
    tile: Optional[int] = None
    chow: Optional[int] = None


Request = Union[Start, Deal, Event]


class Action(_Words):
    """One response: a tuple of its words, such as `("CHI", "W3", "B2")`, with parsed fields.

    kind: PASS, PLAY, CHI, PENG, GANG, BUGANG or HU. tile: of PLAY the discard; of CHI and PENG the
    discard that follows; of BUGANG and a concealed GANG the tile of the kong; None for the kong of
    a discard. chow: the middle tile of a CHI. fan: of a HU listed by `action_space`; not sent.

    >>> chow = Action(CHI, tile=10, chow=2)
    >>> chow == ("CHI", "W3", "B2"), chow[0], chow.tile, Action(HU, fan=14) == ("HU", 14)
    (True, 'CHI', 10, True)
    """

    kind: str
    tile: Optional[int]
    chow: Optional[int]
    fan: int

    def __new__(
        cls, kind: str, tile: Optional[int] = None, chow: Optional[int] = None, fan: int = 0
    ) -> "Action":
        """The words as the tuple, the parsed fields as attributes."""
        fields: Tuple[Any, ...] = (kind,)
        if chow is not None:
            fields += (_code(chow),)
        if tile is not None:
            fields += (_code(tile),)
        action = tuple.__new__(cls, fields + (fan,) if fan else fields)
        action.kind, action.tile, action.chow, action.fan = kind, tile, chow, fan
        return action

    def __reduce__(self) -> Tuple[Any, ...]:
        return Action, (self.kind, self.tile, self.chow, self.fan)

    def __repr__(self) -> str:
        values = (self.kind, self.tile, self.chow, self.fan)
        return "Action(kind={!r}, tile={!r}, chow={!r}, fan={!r})".format(*values)

    def __str__(self) -> str:
        """The response as it is sent."""
        return format_response(self)

    def same(self, other: "Action") -> bool:
        """Whether both are sent as the same response (the fan of a HU is not sent)."""
        return self == other or self.kind == other.kind == HU


def _code(tile: int) -> Any:
    """The code of a tile; anything else is returned as it is, for the judge to refuse."""
    return CODES[tile] if tile in _TILES else tile


PASSING = Action(PASS)
PLAYS = tuple(Action(PLAY, tile) for tile in range(TILE_KINDS))
_PLAY_TEXTS = tuple("PLAY " + code for code in CODES)

_TILE_KINDS_OF_EVENT = (PLAY, PENG, BUGANG)


def _number(text: str, least: int, most: int) -> int:
    if not (text.isdigit() and len(text) <= 2 and least <= int(text) <= most):
        raise ValueError("expected a number {}-{}, found {!r}".format(least, most, text[:20]))
    return int(text)


def _tile(text: str) -> int:
    tile = tile_of(text)
    if tile >= TILE_KINDS:
        raise ValueError("a flower where a tile was expected: {!r}".format(text))
    return tile


def _middle(text: str) -> int:
    tile = _tile(text)
    if not IS_CHOW_MIDDLE[tile]:
        raise ValueError("no chow has its middle at {!r}".format(text))
    return tile


def _flower(text: str) -> int:
    tile = tile_of(text)
    if tile < TILE_KINDS:
        raise ValueError("a tile where a flower was expected: {!r}".format(text))
    return tile


def parse_request(text: str, seat: int = 0) -> Request:
    """Parse one request. seat: the receiver's, needed for `2 T`.

    Raises ValueError if the text is not a request of the protocol.

    >>> parse_request("3 2 CHI W2 T9")
    Event(kind='CHI', seat=2, tile=26, chow=1)
    >>> parse_request("2 W1", seat=3)
    Event(kind='DRAW', seat=3, tile=0, chow=None)
    """
    words = text.split()
    if not words:
        raise ValueError("an empty request")
    kind, size = words[0], len(words)
    if kind == "3" and size >= 3:
        return _parse_event(words)
    if kind == "2" and size == 2:
        return Event(DRAW, seat, _tile(words[1]))
    if kind == "0" and size == 3:
        return Start(_number(words[1], 0, 3), _number(words[2], 0, 3))
    if kind == "1" and size >= 5 + HAND_SIZE:
        return _parse_deal(words, seat)
    raise ValueError("no such request: {!r}".format(text[:80]))


def _parse_event(words: List[str]) -> Event:
    seat = _number(words[1], 0, 3)
    kind, size = words[2], len(words)
    if kind in _TILE_KINDS_OF_EVENT and size == 4:
        return Event(kind, seat, _tile(words[3]))
    if kind in (DRAW, GANG) and size == 3:
        return Event(kind, seat)
    if kind == CHI and size == 5:
        return Event(kind, seat, _tile(words[4]), _middle(words[3]))
    if kind == BUHUA and size == 4:
        return Event(kind, seat, _flower(words[3]))
    raise ValueError("no such event: {!r}".format(" ".join(words)[:80]))


def _parse_deal(words: List[str], seat: int) -> Deal:
    first, second, third, fourth = [_number(word, 0, FLOWER_KINDS) for word in words[1:5]]
    tiles = tuple([_tile(word) for word in words[5 : 5 + HAND_SIZE]])
    flowers = tuple([_flower(word) for word in words[5 + HAND_SIZE :]])
    counts = (first, second, third, fourth)
    if flowers and len(flowers) not in (sum(counts), counts[seat]):
        raise ValueError("{} flowers listed, counted {}".format(len(flowers), list(counts)))
    return Deal(counts, tiles, flowers)


def format_request(request: Request, seat: int) -> str:
    """The request as it is sent to `seat`.

    >>> format_request(Event(DRAW, 1, 0), 1), format_request(Event(DRAW, 1, 0), 2)
    ('2 W1', '3 1 DRAW')
    """
    if isinstance(request, Event):
        return _format_event(request, seat)
    if isinstance(request, Start):
        return "0 {} {}".format(request.seat, request.prevalent_wind)
    counts = " ".join([str(count) for count in request.flower_counts])
    return "1 " + counts + " " + codes_of(request.tiles + request.flowers)


def _format_event(event: Event, seat: int) -> str:
    kind, actor, tile, chow = event
    if kind == DRAW:
        return "2 " + ALL_CODES[tile] if tile is not None and actor == seat else "3 %d DRAW" % actor
    if tile is None:
        return "3 %d %s" % (actor, kind)
    if chow is None:
        return "3 %d %s %s" % (actor, kind, ALL_CODES[tile])
    return "3 %d %s %s %s" % (actor, kind, ALL_CODES[chow], ALL_CODES[tile])


def parse_response(text: str) -> Action:
    """Parse one response.

    Raises ValueError if the text is not a response of the protocol.

    >>> parse_response("CHI W2 T9")
    Action(kind='CHI', tile=26, chow=1, fan=0)
    """
    words = text.split()
    size = len(words)
    kind = words[0] if words else ""
    if size == 1 and kind in (PASS, HU, GANG):
        return PASSING if kind == PASS else Action(kind)
    if size == 2 and kind in (PLAY, PENG, GANG, BUGANG):
        return Action(kind, _tile(words[1]))
    if size == 3 and kind == CHI:
        return Action(CHI, _tile(words[2]), _middle(words[1]))
    raise ValueError("no such response: {!r}".format(text[:80]))


def read_answer(answer: Any) -> Any:
    """Parse a tactic's answer: an Action, its tuple or text; anything else is returned as it is.

    >>> read_answer(("PLAY", "W1")) == read_answer("PLAY W1") == Action(PLAY, 0)
    True
    >>> read_answer(("HU", 14)) == read_answer("HU 14") == Action(HU, fan=14), read_answer("W1")
    (True, 'W1')
    >>> read_answer(Action(PLAY, "W1")).tile
    0
    """
    if isinstance(answer, Action) and answer.tile in _PLACES and answer.chow in _PLACES:
        return answer
    if not isinstance(answer, (str, tuple, list)):
        return answer
    words = answer.split() if isinstance(answer, str) else list(answer)
    try:
        if len(words) == 2 and words[0] == HU:
            return Action(HU, fan=int(words[1]))
        return parse_response(" ".join(words))
    except (TypeError, ValueError, OverflowError):
        return answer


def format_response(action: Action) -> str:
    """The response as it is sent.

    >>> format_response(Action(CHI, 26, 1))
    'CHI W2 T9'
    """
    kind, tile, chow = action.kind, action.tile, action.chow
    if tile is None:
        return kind
    if kind == PLAY:
        return _PLAY_TEXTS[tile]
    if chow is None:
        return kind + " " + CODES[tile]
    return kind + " " + CODES[chow] + " " + CODES[tile]


def chow_offer(middle: int, claimed: int) -> int:
    """Which tile of the chow was claimed, 1-3; 0 if the tile is not in the chow.

    >>> chow_offer(middle=1, claimed=2), chow_offer(middle=1, claimed=9)
    (3, 0)
    """
    offer = claimed - middle + 2
    return offer if 1 <= offer <= 3 and claimed < FIRST_HONOUR else 0
