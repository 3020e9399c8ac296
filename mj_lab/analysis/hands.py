"""Hands as people write them: `W123 B4567 T88 F11 J2`, `W1 W2 W3`, melds in brackets.

    hand   = tiles and melds in any order, spaces and commas where one likes
    tiles  = a letter and its numbers: W 1-9, B 1-9, T 1-9, F 1-4, J 1-3 (H 1-8: a flower, aside)
    meld   = "[" words tiles words "]"

The words of a meld may say its kind (CHI chow 吃, PENG pung 碰, GANG kong 杠, ANGANG 暗杠) and
whether it is concealed (concealed, closed, 暗) or open (open, 明); with its kind a meld may be
written by one tile, as on the wire: `[CHI W2]` by the middle one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import (
    COPIES,
    IS_CHOW_MIDDLE,
    TILE_KINDS,
    code_of,
    counts_of,
    is_suited,
    tile_of,
)

_NUMBERS = {"W": 9, "B": 9, "T": 9, "F": 4, "J": 3, "H": 8}
_LETTERS = "a letter of tiles (W, B, T, F or J)"
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
_MELD_WORDS = (*_KINDS, *_CONCEALED_KONGS, *_OPEN_KONGS, *_CONCEALED, *_OPEN)
_WORD = re.compile(r"[A-Za-z]{2,}|[^\W\d_a-zA-Z]+")
_LONGEST = 400


class NotationError(ValueError):
    """A hand that cannot be read.

    column: where, from 1. expected: what could stand there. found: what does.
    """

    def __init__(self, column: int, expected: str, found: str) -> None:
        super().__init__(f"column {column}: expected {expected}, found {found}")
        self.column = column
        self.expected = expected
        self.found = found


class Hand(NamedTuple):
    """A hand as it was written.

    counts: 34 counts of the concealed tiles. last: the concealed tile written last, None if there
    is none. flowers: how many were laid aside.
    """

    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    last: int | None
    flowers: int

    @property
    def size(self) -> int:
        """How many concealed tiles it has."""
        return sum(self.counts)

    def held(self) -> list[int]:
        """34 counts of all its tiles, those of the melds included."""
        counts = list(self.counts)
        for meld in self.melds:
            for tile in meld.tiles():
                counts[tile] += 1
        return counts


def parse_hand(text: str) -> Hand:
    """Read a hand.

    Raises NotationError with the place if it is none, or has a fifth copy or a fifth meld.

    >>> hand = parse_hand("B4567 T888 [F111] [T9999 concealed]")
    >>> hand.size, [meld.kind for meld in hand.melds], hand.melds[1].concealed
    (7, ['PENG', 'GANG'], True)
    >>> parse_hand("W123 B40")
    Traceback (most recent call last):
    ...
    mj_lab.analysis.hands.NotationError: column 8: expected a number 1-9 after B, found '0'
    """
    reader = _Reader(text)
    tiles: list[int] = []
    melds: list[Meld] = []
    while not reader.at_end():
        if reader.peek() == "[":
            melds.append(reader.meld())
            if len(melds) > 4:
                raise reader.wrong("at most 4 melds", "a fifth")
        else:
            tiles += reader.group()
    kept = [tile for tile in tiles if tile < TILE_KINDS]
    last = kept[-1] if kept else None
    hand = Hand(tuple(counts_of(kept)), tuple(melds), last, len(tiles) - len(kept))
    _check_size(text, hand)
    return hand


def parse_tiles(text: str) -> list[int]:
    """Read tiles without melds, such as those seen elsewhere; none for an empty text.

    Raises NotationError as `parse_hand` does.

    >>> parse_tiles("W12 F1")
    [0, 1, 27]
    """
    reader = _Reader(text)
    tiles: list[int] = []
    while not reader.at_end():
        tiles += reader.group()
        if tiles[-1] >= TILE_KINDS:
            raise reader.wrong("a tile that a hand can have", "a flower")
    return tiles


def _check_size(text: str, hand: Hand) -> None:
    whole = 13 - 3 * len(hand.melds)
    if hand.size in (whole - 1, whole, whole + 1) and hand.size:
        return
    melds = f" beside {len(hand.melds)} meld{'s' * (len(hand.melds) > 1)}" if hand.melds else ""
    expected = f"{whole} tiles{melds}, or {whole + 1} after a draw"
    raise NotationError(len(text) + 1, expected, f"{hand.size} by the end")


class _Reader:
    """Reads a text from left to right, and knows which tiles came so far."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise NotationError(_LONGEST, "the end of the hand", "more")
        self.text = text
        self.place = 0
        self.used = [0] * TILE_KINDS

    def at_end(self) -> bool:
        while self.peek().isspace() or self.peek() in (",", ";", "，"):
            self.place += 1
        return not self.peek()

    def peek(self) -> str:
        return self.text[self.place : self.place + 1]

    def wrong(self, expected: str, found: str = "") -> NotationError:
        here = repr(self.peek()) if self.peek() else "the end"
        return NotationError(self.place + 1, expected, found or here)

    def group(self) -> list[int]:
        """A letter and its numbers."""
        letter = self.peek().upper()
        if letter not in _NUMBERS:
            raise self.wrong(_LETTERS if not self.used_any() else _LETTERS + " or a meld in [ ]")
        self.place += 1
        tiles = [self._tile(letter)]
        while self.peek().isdecimal() and self.peek().isascii():
            tiles.append(self._tile(letter))
        return tiles

    def used_any(self) -> bool:
        return any(self.used)

    def _tile(self, letter: str) -> int:
        digit, most = self.peek(), _NUMBERS[letter]
        if digit not in "123456789"[:most] or not digit:
            raise self.wrong(f"a number 1-{most} after {letter}")
        tile = tile_of(letter + digit)
        if tile < TILE_KINDS:
            self.use(tile)
        self.place += 1
        return tile

    def use(self, tile: int) -> None:
        self.used[tile] += 1
        if self.used[tile] > COPIES:
            raise self.wrong(f"at most {COPIES} of a tile", f"a fifth {code_of(tile)}")

    def meld(self) -> Meld:
        """What stands in brackets."""
        start = self.place
        self.place += 1
        before = list(self.used)
        tiles: list[int] = []
        kind: str | None = None
        concealed = False
        while not self.at_end() and self.peek() != "]":
            word = _WORD.match(self.text, self.place)
            if word is None or word.group().lower() not in _MELD_WORDS:
                tiles += self._meld_tiles()
                continue
            name = word.group().lower()
            kind = GANG if name in _CONCEALED_KONGS + _OPEN_KONGS else _KINDS.get(name, kind)
            concealed = concealed or name in _CONCEALED_KONGS + _CONCEALED
            self.place = word.end()
        if self.peek() != "]":
            raise self.wrong("] at the end of the meld")
        meld = _meld_of(tiles, kind, concealed)
        if meld is None:
            self.place = start
            raise self.wrong(
                _wanted(kind, concealed), self.text[start : start + 40].split("]")[0] + "]"
            )
        self.used = before
        for tile in meld.tiles():
            self.use(tile)
        self.place += 1
        return meld

    def _meld_tiles(self) -> list[int]:
        if self.peek().upper() not in tuple("WBTFJ"):
            raise self.wrong("tiles of a meld, its kind, or ]")
        return self.group()


def _meld_of(tiles: Sequence[int], kind: str | None, concealed: bool) -> Meld | None:
    """The meld with these tiles; None if there is no such meld."""
    if not tiles or tiles[0] >= TILE_KINDS:
        return None
    if len(tiles) == 1:
        return _meld_of_one(tiles[0], kind, concealed)
    first, size = min(tiles), len(tiles)
    if len(set(tiles)) == 1:
        found = {3: PENG, 4: GANG}.get(size)
        meld = Meld(found, first, 0 if concealed else 1) if found else None
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
