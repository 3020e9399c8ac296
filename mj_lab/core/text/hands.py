"""Hands as people write them: `W123 F11`, `123m 11z`, `一二三万 东东`, `[222m,1]555pEE`, `🀇🀈🀉`.

docs/reference/notation.md has the grammar. Notations may be mixed; melds are in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import IS_CHOW_MIDDLE, MOST_SETS, TILE_KINDS, counts_of, is_suited
from mj_lab.core.text.notation import Notation, compact, meld_text, tiles_text
from mj_lab.core.text.tile_reader import NotationError, TileReader, tile_rules

_KINDS = {
    "chi": CHI,
    "chow": CHI,
    "吃": CHI,
    "peng": PENG,
    "pung": PENG,
    "碰": PENG,
    "gang": GANG,
    "kong": GANG,
    "杠": GANG,
}
_CONCEALED_KONGS = ("angang", "暗杠")
_OPEN_KONGS = ("明杠",)
_CONCEALED = ("concealed", "closed", "暗")
_OPEN = ("open", "melded", "明")
_WORDS = (*_KINDS, *_CONCEALED_KONGS, *_OPEN_KONGS, *_CONCEALED, *_OPEN)
# The longest first: 暗杠 is not 暗. A word in Latin letters ends with its letters.
_WORD = re.compile(
    "|".join(word + "(?![a-z])" * word.isascii() for word in sorted(_WORDS, key=len, reverse=True)),
    re.IGNORECASE,
)
_BRACKETS = {"[": "]", "【": "】"}
# In MCR tools a number ends a meld: which tile of a chow was claimed, or whose tile it was, 1 the
# seat before, 2 opposite, 3 the seat after; 5 to 7 the same of a pung that became a kong.
_SOURCE = r"(?:\s*[,、]\s*)?[1-35-7](?=\s*[\]】])"
_SOURCES = re.compile(_SOURCE)


class Hand(NamedTuple):
    """A parsed hand.

    counts: 34 counts of the concealed tiles. last: the concealed tile written last, or None.
    flowers: how many were set aside. flower_tiles: which, if known.
    """

    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    last: int | None
    flowers: int
    flower_tiles: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of concealed tiles."""
        return sum(self.counts)

    def held(self) -> list[int]:
        """34 counts of all its tiles, melds included."""
        counts = list(self.counts)
        for meld in self.melds:
            for tile in meld.tiles():
                counts[tile] += 1
        return counts


def hand_rules() -> dict[str, Any]:
    """The tables of `parse_hand`, for the pages' reader (hand_text.js).

    words: the words in a meld, as [pattern, kind, whether it means concealed], the longest first.
    """
    words = sorted(_WORDS, key=len, reverse=True)
    rows = [
        [
            word + "(?![a-z])" * word.isascii(),
            GANG if word in _CONCEALED_KONGS + _OPEN_KONGS else _KINDS.get(word),
            word in _CONCEALED_KONGS + _CONCEALED,
        ]
        for word in words
    ]
    own = {"brackets": _BRACKETS, "words": rows, "source": _SOURCE, "melds": MOST_SETS}
    return {**tile_rules(), **own}


def parse_hand(text: str) -> Hand:
    """Parse a hand.

    Raises NotationError with the place for a bad hand, a fifth copy or a fifth meld.

    >>> hand = parse_hand("B4567 T888 [F111] [T9999 concealed]")
    >>> hand.size, [meld.kind for meld in hand.melds], hand.melds[1].concealed
    (7, ['PENG', 'GANG'], True)
    >>> parse_hand("一二三万 4567p T888 111z").size
    13
    >>> parse_hand("W123 B40")
    Traceback (most recent call last):
    ...
    mj_lab.core.text.tile_reader.NotationError: column 8: expected a number 1-9 after B, found '0'
    """
    reader = TileReader(text)
    tiles: list[int] = []
    melds: list[Meld] = []
    unmarked: list[int] = []
    while not reader.at_end():
        if reader.peek() in _BRACKETS:
            meld, marked = _meld(reader)
            if not marked and meld.kind == GANG:
                unmarked.append(len(melds))
            melds.append(meld)
            if len(melds) > MOST_SETS:
                raise reader.wrong(f"at most {MOST_SETS} melds", "a fifth")
        else:
            tiles += reader.group()
    if reader.as_tools:
        for place in unmarked:  # There a kong that says nothing is concealed.
            melds[place] = melds[place]._replace(offer=0)
    plain_tiles = [tile for tile in tiles if tile < TILE_KINDS]
    last = plain_tiles[-1] if plain_tiles else None
    flowers = tuple(tile for tile in tiles if tile >= TILE_KINDS)
    hand = Hand(tuple(counts_of(plain_tiles)), tuple(melds), last, len(flowers), flowers)
    _check_size(text, hand)
    return hand


def parse_tiles(text: str) -> list[int]:
    """Parse tiles without melds, such as tiles seen elsewhere; none for an empty text.

    Raises NotationError as `parse_hand` does.

    >>> parse_tiles("W12 F1")
    [0, 1, 27]
    """
    reader = TileReader(text)
    tiles: list[int] = []
    while not reader.at_end():
        tiles += reader.group()
        if tiles[-1] >= TILE_KINDS:
            raise reader.wrong("a tile that a hand can have", "a flower")
    return tiles


def hand_text(hand: Hand, notation: Notation) -> str:
    """A hand in a notation; with 14 tiles the drawn one is last among the concealed ones.

    >>> hand = parse_hand("F2 W123 F1 B456 J1 F1 [789s] H2")
    >>> hand_text(hand, Notation.DIGITS)
    '123m 456p 1127z [789s] H2'
    """
    counts, drawn = list(hand.counts), []
    if hand.last is not None and hand.size == 14 - 3 * len(hand.melds):
        counts[hand.last] -= 1
        drawn = [tiles_text([hand.last], notation)]
    melds = [meld_text(meld, notation) for meld in hand.melds]
    flowers = tiles_text(hand.flower_tiles, notation)
    return " ".join(filter(None, [compact(counts, notation), *drawn, *melds, flowers]))


def _check_size(text: str, hand: Hand) -> None:
    whole = 13 - 3 * len(hand.melds)
    if hand.size in (whole - 1, whole, whole + 1) and hand.size:
        return
    melds = f" beside {len(hand.melds)} meld{'s' * (len(hand.melds) > 1)}" if hand.melds else ""
    expected = f"{whole} tiles{melds}, or {whole + 1} after a draw"
    raise NotationError(len(text) + 1, expected, f"{hand.size} by the end")


def _meld(reader: TileReader) -> tuple[Meld, bool]:
    """The meld in brackets, and whether anything but its tiles says how it came."""
    start, closing = reader.place, _BRACKETS[reader.peek()]
    reader.place += 1
    before = list(reader.used)
    tiles: list[int] = []
    kind: str | None = None
    concealed = marked = False
    while True:
        source = _SOURCES.match(reader.text, reader.place) if tiles else None
        if source is not None:
            reader.place, reader.as_tools, marked = source.end(), True, True
            kind = GANG if source[0][-1] > "3" else kind
        if reader.at_end() or reader.peek() == closing:
            break
        word = _WORD.match(reader.text, reader.place)
        if word is None:
            if not reader.begins_tiles():
                raise reader.wrong(f"tiles of a meld, its kind, or {closing}")
            tiles += reader.group()
            continue
        name = word.group().lower()
        kind = GANG if name in _CONCEALED_KONGS + _OPEN_KONGS else _KINDS.get(name, kind)
        concealed = concealed or name in _CONCEALED_KONGS + _CONCEALED
        reader.place, marked = word.end(), True
    if reader.peek() != closing:
        raise reader.wrong(f"{closing} at the end of the meld")
    meld = _meld_of(tiles, kind, concealed)
    if meld is None:
        reader.place = start
        text = reader.text[start : start + 40].split(closing)[0] + closing
        raise reader.wrong(_wanted(kind, concealed), text)
    reader.used = before
    for tile in meld.tiles():
        reader.use(tile)
    reader.place += 1
    return meld, marked


def _meld_of(tiles: Sequence[int], kind: str | None, concealed: bool) -> Meld | None:
    """The meld with these tiles; None if there is no such meld."""
    if not tiles or tiles[0] >= TILE_KINDS:
        return None
    if len(tiles) == 1:
        return _meld_of_one(tiles[0], kind, concealed)
    first, size = min(tiles), len(tiles)
    if len(set(tiles)) == 1:
        meld_kind = {3: PENG, 4: GANG}.get(size)
        meld = Meld(meld_kind, first, 0 if concealed else 1) if meld_kind else None
    elif sorted(tiles) == [first, first + 1, first + 2] and _is_chow(first + 1):
        meld = Meld(CHI, first + 1, 1)
    else:
        meld = None
    if meld is None or kind not in (None, meld.kind) or (concealed and meld.kind != GANG):
        return None
    return meld


def _meld_of_one(tile: int, kind: str | None, concealed: bool) -> Meld | None:
    if kind is None or (kind == CHI and not _is_chow(tile)) or (concealed and kind != GANG):
        return None
    return Meld(kind, tile, 0 if concealed else 1)


def _is_chow(middle: int) -> bool:
    return is_suited(middle) and IS_CHOW_MIDDLE[middle]


def _wanted(kind: str | None, concealed: bool) -> str:
    if concealed:
        return "a kong of four equal tiles (only kongs are concealed)"
    wanted = {
        CHI: "a chow such as [W123]",
        PENG: "a pung such as [B555]",
        GANG: "a kong such as [F1111]",
    }
    return wanted.get(kind or "", "a meld such as [W123], [B555] or [F1111 concealed]")
