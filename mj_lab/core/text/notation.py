"""Tiles as people write and say them: `W123 F11`, 三万, by suit and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby

from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY
from mj_bot.melds import Meld
from mj_bot.tiles import (
    FIRST_HONOUR,
    TILE_KINDS,
    code_of,
    is_suited,
    number_of,
    suit_of,
    tile_of,
    tiles_from_counts,
)

_DIGITS = "一二三四五六七八九"
_SUITS = "万饼条"
_HONOURS = "东南西北中发白"
# After digits m, p and s are the suits, z the honours, in this order.
_DIGIT_SUITS = {"W": "m", "B": "p", "T": "s", "F": "z", "J": "z"}
DIGIT_HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
_WRITTEN = re.compile(r"\b(?:(?=[WBT])|(?=F[1-4]+\b)|(?=J[1-3]+\b))([WBTFJ])([1-9]+)\b")
_BOTH = re.compile(r"\b([WBTFJ][1-9](?: [WBTFJ][1-9])*) (\w+)")
_FLOWERS = "春夏秋冬梅兰竹菊"

_VERBS = {
    PLAY: "打",
    CHI: "吃",
    PENG: "碰",
    GANG: "杠",
    BUGANG: "加杠",
    HU: "和牌",
    PASS: "过",
}

WINDS = ("East", "South", "West", "North")


def chinese(tile: int) -> str:
    """The tile's Chinese name.

    >>> chinese(0), chinese(9), chinese(33), chinese(34)
    ('一万', '一饼', '白', '春')
    """
    if tile >= TILE_KINDS:
        return _FLOWERS[tile - TILE_KINDS]
    if tile >= FIRST_HONOUR:
        return _HONOURS[tile - FIRST_HONOUR]
    return _DIGITS[tile % 9] + _SUITS[tile // 9]


def both(tile: int) -> str:
    """Code and Chinese name of a tile.

    >>> both(8)
    'W9 九万'
    """
    return f"{code_of(tile)} {chinese(tile)}"


def in_both(action: str) -> str:
    """An action with the Chinese names of its tiles.

    >>> in_both("PLAY W1"), in_both("PASS")
    ('PLAY W1 一万', 'PASS')
    """
    words = action.split()
    names = "".join(chinese(tile_of(code)) for code in words[1:])
    return f"{action} {names}".rstrip()


def in_chinese(action: str) -> str:
    """An action in Chinese words.

    >>> in_chinese("PLAY W1"), in_chinese("CHI W2 B8"), in_chinese("PENG B8"), in_chinese("HU")
    ('打一万', '吃一二三万打八饼', '碰打八饼', '和牌')
    """
    kind, *codes = action.split()
    tiles = [tile_of(code) for code in codes]
    said = _VERBS.get(kind, kind)
    if kind == CHI and tiles:
        middle = tiles.pop(0)
        said += "".join(_DIGITS[tile % 9] for tile in (middle - 1, middle, middle + 1))
        said += _SUITS[middle // 9]
    if kind in (CHI, PENG) and tiles:
        said += _VERBS[PLAY]
    return said + "".join(map(chinese, tiles))


def wind(seat: int) -> str:
    """A seat or prevalent wind in both languages.

    >>> wind(1)
    'South 南'
    """
    return f"{WINDS[seat]} {_HONOURS[seat]}"


class Notation(str, Enum):
    """How hands are written: by letters as on the wire, by digits and suit, in Chinese."""

    LETTERS = "letters"
    DIGITS = "digits"
    CHINESE = "chinese"


def compact(hand: Sequence[int], notation: Notation = Notation.LETTERS) -> str:
    """A count vector as people write it, suit by suit.

    >>> from mj_bot.tiles import counts_of, tiles_of
    >>> compact(counts_of(tiles_of("W1 W2 W2 F1 J3")))
    'W122 F1 J3'
    """
    tiles = tiles_from_counts(hand)
    if notation is Notation.DIGITS:
        tiles.sort(key=_digits_place)
    return tiles_text(tiles, notation)


def _digits_place(tile: int) -> int:
    """The position of a tile in digit order, where dragons are reversed."""
    code = code_of(tile)
    return FIRST_HONOUR + DIGIT_HONOURS.index(code) if code in DIGIT_HONOURS else tile


def tiles_text(tiles: Sequence[int], notation: Notation = Notation.LETTERS) -> str:
    """Tiles as people write them: neighbours of one suit share its letter, in the order given.

    Flowers have letters where they have no digits.

    >>> from mj_bot.tiles import tiles_of
    >>> tiles = tiles_of("W1 W2 B3 F1 J3 H1")
    >>> [tiles_text(tiles, notation) for notation in Notation]
    ['W12 B3 F1 J3 H1', '12m 3p 15z H1', '一二万 三饼 东 白 春']
    """
    return " ".join(
        _group(suit, list(group), notation) for suit, group in _by_suit(tiles, notation)
    )


def _by_suit(tiles: Sequence[int], notation: Notation) -> Iterator[tuple[str, Iterator[int]]]:
    def suit(tile: int) -> str:
        letter = code_of(tile)[0]
        return _DIGIT_SUITS.get(letter, letter) if notation is Notation.DIGITS else letter

    return groupby(tiles, suit)


def _group(suit: str, tiles: list[int], notation: Notation) -> str:
    if notation is Notation.CHINESE:
        if not is_suited(tiles[0]):
            return "".join(map(chinese, tiles))
        return "".join(_DIGITS[number_of(tile) - 1] for tile in tiles) + _SUITS[suit_of(tiles[0])]
    if suit == _DIGIT_SUITS["F"]:
        return "".join(str(DIGIT_HONOURS.index(code_of(tile)) + 1) for tile in tiles) + suit
    numbers = "".join(code_of(tile)[1] for tile in tiles)
    return numbers + suit if suit in _DIGIT_SUITS.values() else suit + numbers


def in_notation(text: str, notation: Notation) -> str:
    """A text for people, with tiles in letters converted to another notation.

    >>> in_notation("why PLAY W1, not CHI B2 F1: W14 J12 (7)", Notation.DIGITS)
    'why PLAY 1m, not CHI 2p 1z: 14m 76z (7)'
    >>> in_notation("CHI B2 F1 二饼东", Notation.CHINESE)
    'CHI 二饼 东'
    """
    if notation is Notation.LETTERS:
        return text

    def written(match: re.Match[str]) -> str:
        return tiles_text([tile_of(match[1] + number) for number in match[2]], notation)

    if notation is Notation.CHINESE:
        text = _BOTH.sub(_letters_alone, text)
    return _WRITTEN.sub(written, text)


def _letters_alone(match: re.Match[str]) -> str:
    """Tiles in letters, without the Chinese names after them."""
    names = "".join(chinese(tile_of(code)) for code in match[1].split())
    return match[1] if names == match[2] else match[0]


def meld_text(meld: Meld, notation: Notation = Notation.LETTERS) -> str:
    """A meld in square brackets with its tiles; a concealed kong is marked.

    >>> meld_text(Meld("CHI", 1, 1)), meld_text(Meld("GANG", 27, 0))
    ('[W123]', '[F1111 concealed]')
    >>> meld_text(Meld("GANG", 27, 0), Notation.CHINESE)
    '[暗杠 东东东东]'
    """
    tiles = tiles_text(meld.tiles(), notation) or "????"
    if not meld.concealed:
        return f"[{tiles}]"
    return f"[暗杠 {tiles}]" if notation is Notation.CHINESE else f"[{tiles} concealed]"
