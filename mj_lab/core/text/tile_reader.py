"""Parses tiles from left to right in every notation: letters, digits, Chinese, as MCR tools write.

docs/reference/notation.md has the grammar.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

from mj_bot.tiles import ALL_CODES, COPIES, TILE_KINDS, code_of, tile_of
from mj_lab.core.text.notation import DIGIT_HONOURS, chinese

# How many numbers each letter has.
_NUMBERS = {"W": 9, "B": 9, "T": 9, "F": 4, "J": 3, "H": 8}
_ARABIC, _CHINESE = "123456789", "一二三四五六七八九"
# The words after numbers, and the letter of that suit.
_SUITS = {
    **{"m": "W", "p": "B", "s": "T"},
    **dict.fromkeys("万萬", "W"),
    **dict.fromkeys("饼餅筒", "B"),
    **dict.fromkeys("条條索", "T"),
}
_HONOURS = "z"
# Numbers before a suit may have spaces between and behind them.
_DIGIT = f"[{_ARABIC}{_CHINESE}]"
_NUMBERS_OF_SUIT = f"{_DIGIT}(?: *{_DIGIT})* *(?=[{''.join(_SUITS)}{_HONOURS}MPSZ])|{_DIGIT}+"
_RUN = re.compile(_NUMBERS_OF_SUIT)
_NAMES = {
    **{"F1": "[东東][风風]?", "F2": "南[风風]?", "F3": "西[风風]?", "F4": "北[风風]?"},
    **{"J1": "[红紅]?中", "J2": "[发發][财財]?", "J3": "白板?"},
    **{"H1": "春", "H2": "夏", "H3": "秋", "H4": "冬"},
    **{"H5": "梅", "H6": "[兰蘭]", "H7": "竹", "H8": "菊"},
}
# The characters of Unicode for tiles, in the order of ALL_CODES.
_PICTURES = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀄🀅🀆🀦🀧🀨🀩🀢🀣🀤🀥"
_PATTERNS = {
    code: f"{_NAMES[code]}|{picture}" if code in _NAMES else picture
    for code, picture in zip(ALL_CODES, _PICTURES, strict=True)
}
_NAMED = re.compile("|".join(f"(?P<{code}>{name})" for code, name in _PATTERNS.items()))
# Honours as MCR tools write them. W and F with a number behind them are ours, unless it has a suit.
_HONOUR_LETTERS = {
    **{"E": "F1", "S": "F2", "W": "F3", "N": "F4"},
    **{"C": "J1", "F": "J2", "P": "J3"},
}
_LETTERED = "[ESNCP]|W{2,}|F{2,}|[WF](?![0-9])|[WF](?=[1-9]+[mps])"
_HONOURS_LETTERED = re.compile(_LETTERED)
_START = "a letter of tiles (W, B, T, F or J), a number before m, p, s or z, or a Chinese tile"
_SUIT = "a suit behind the numbers: m, p, s, z, 万, 饼 or 条"
# Whitespace as Python knows it, and what may follow a pasted tile without being seen.
_SPACES = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
_BETWEEN = _SPACES + ",;、" + "\ufe0e\ufe0f\u200b\ufeff"
_LONGEST = 400


def tile_rules() -> dict[str, Any]:
    """The tables of this parser, for the pages' reader (hand_text.js), which has no others."""
    return {
        "numbers": _NUMBERS,
        "arabic": _ARABIC,
        "chinese": _CHINESE,
        "suits": _SUITS,
        "honours": DIGIT_HONOURS,
        "run": _NUMBERS_OF_SUIT,
        "named": _PATTERNS,
        "lettered": _LETTERED,
        "letters": _HONOUR_LETTERS,
        "names": {code: chinese(tile_of(code)) for code in ALL_CODES},
        "between": _BETWEEN,
        "longest": _LONGEST,
    }


class NotationError(ValueError):
    """A hand that cannot be parsed.

    column: from 1. expected: what could be there. found: what is there.
    """

    def __init__(self, column: int, expected: str, found: str) -> None:
        super().__init__(f"column {column}: expected {expected}, found {found}")
        self.column = column
        self.expected = expected
        self.found = found


def _plain(text: str) -> str:
    """A text without full-width characters, as long as before: a column stays where it is."""
    signs = ((char, normalize("NFKC", char)) for char in text)
    return "".join(sign if len(sign) == 1 else char for char, sign in signs)


class TileReader:
    """Parses a text from left to right, and counts the tiles so far.

    as_tools: whether any of it was written as MCR tools write and we do not.

    Raises NotationError for a text that is too long; every method raises it, with the place.

    >>> TileReader("12m F1 白").group()
    [0, 1]
    """

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise NotationError(_LONGEST, "the end of the hand", "more")
        self.text = _plain(text)
        self.as_tools = False
        self.place = 0
        self.used = [0] * len(ALL_CODES)

    def at_end(self) -> bool:
        """Skip characters between tiles; returns whether the text is at its end."""
        while self.peek() and self.peek() in _BETWEEN:
            self.place += 1
        return not self.peek()

    def peek(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.place : self.place + 1]

    def wrong(self, expected: str, found: str = "") -> NotationError:
        """The error at this position."""
        here = repr(self.peek()) if self.peek() else "the end"
        return NotationError(self.place + 1, expected, found or here)

    def begins_tiles(self) -> bool:
        """Whether tiles come next, flowers not included."""
        return (
            self.peek().upper() in tuple("WBTFJ")
            or self.peek().isdecimal()
            or _RUN.match(self.text, self.place) is not None
            or _NAMED.match(self.text, self.place) is not None
            or _HONOURS_LETTERED.match(self.text, self.place) is not None
        )

    def group(self) -> list[int]:
        """Parse a letter and numbers, numbers and their suit, one name, or letters of honours."""
        named = _NAMED.match(self.text, self.place)
        if named is not None:
            assert named.lastgroup is not None
            return [self._take(tile_of(named.lastgroup), named.end())]
        lettered = _HONOURS_LETTERED.match(self.text, self.place)
        if lettered is not None:
            self.as_tools = True
            codes = (_HONOUR_LETTERS[letter] for letter in lettered[0])
            return [self._take(tile_of(code), self.place + 1) for code in codes]
        run = _RUN.match(self.text, self.place)
        if run is not None:
            return self._numbers_of_a_suit(run.end())
        letter = self.peek().upper()
        if letter.isdecimal() and letter.isascii():
            raise self.wrong("a number 1-9")
        if letter not in _NUMBERS:
            raise self.wrong(f"{_START}, or a meld in [ ]" if any(self.used) else _START)
        self.place += 1
        tiles = [self._numbered(letter)]
        while self.peek().isdecimal() and self.peek().isascii():
            tiles.append(self._numbered(letter))
        return tiles

    def use(self, tile: int) -> None:
        """Count a tile.

        Raises NotationError for a fifth copy.
        """
        self.used[tile] += 1
        most = COPIES if tile < TILE_KINDS else 1
        if self.used[tile] > most:
            which = f"a fifth {code_of(tile)}" if most == COPIES else f"a second {code_of(tile)}"
            raise self.wrong(f"at most {most} of a {'tile' if most == COPIES else 'flower'}", which)

    def _take(self, tile: int, end: int) -> int:
        self.use(tile)
        self.place = end
        return tile

    def _numbered(self, letter: str) -> int:
        digit, most = self.peek(), _NUMBERS[letter]
        if digit not in _ARABIC[:most] or not digit:
            raise self.wrong(f"a number 1-{most} after {letter}")
        return self._take(tile_of(letter + digit), self.place + 1)

    def _numbers_of_a_suit(self, end: int) -> list[int]:
        start, suit = self.place, self.text[end : end + 1].lower()
        if suit not in (*_SUITS, _HONOURS):
            self.place = end
            raise self.wrong(_SUIT)
        tiles = []
        for self.place in range(start, end):
            sign = self.peek()
            if sign == " ":
                continue
            number = int(sign) if sign in _ARABIC else _CHINESE.index(sign) + 1
            if suit != _HONOURS:
                tile = tile_of(f"{_SUITS[suit]}{number}")
            elif number <= len(DIGIT_HONOURS):
                tile = tile_of(DIGIT_HONOURS[number - 1])
            else:
                raise self.wrong(f"a number 1-{len(DIGIT_HONOURS)} before z")
            tiles.append(self._take(tile, self.place))
        self.place = end + 1
        return tiles
