"""Tiles as people write and say them: `W123 F11`, 三万, by suit and in Chinese."""

from __future__ import annotations

from collections.abc import Sequence

from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY
from mj_bot.melds import Meld
from mj_bot.tiles import FIRST_HONOUR, TILE_KINDS, code_of, number_of, tile_of

_DIGITS = "一二三四五六七八九"
_SUITS = "万饼条"
_HONOURS = "东南西北中发白"
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


def compact(hand: Sequence[int]) -> str:
    """A count vector as people write it, suit by suit.

    >>> from mj_bot.tiles import counts_of, tiles_of
    >>> compact(counts_of(tiles_of("W1 W2 W2 F1 J3")))
    'W122 F1 J3'
    """
    groups: dict[str, str] = {}
    for tile, count in enumerate(hand):
        letter = code_of(tile)[0]
        if count:
            groups[letter] = groups.get(letter, "") + str(_place(tile)) * count
    return " ".join(letter + digits for letter, digits in groups.items())


def _place(tile: int) -> int:
    return number_of(tile) if tile < TILE_KINDS - 3 else tile - (TILE_KINDS - 3) + 1


def meld_text(meld: Meld) -> str:
    """A meld in square brackets with its tiles; a concealed kong is marked.

    >>> meld_text(Meld("CHI", 1, 1)), meld_text(Meld("GANG", 27, 0))
    ('[W123]', '[F1111 concealed]')
    """
    tiles = meld.tiles()
    if not tiles:
        return "[???? concealed]"
    digits = "".join(str(_place(tile)) for tile in tiles)
    return f"[{code_of(tiles[0])[0]}{digits}{' concealed' if meld.concealed else ''}]"
