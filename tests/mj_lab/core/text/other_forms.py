"""A hand as other tools, Chinese keyboards and chats have it, written by their own rules."""

import re
from random import Random

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, code_of, counts_of
from mj_lab.core.text.hands import Hand

# One complete hand, in our notation first: every door must read the same.
ONE_HAND = (
    "W78889 B11888 W8 [F444]",
    "[NNN]78889m11888p8m",
    "[NNN，3] 78889m 11888p 8m",
    "【ＮＮＮ】７８８８９ｍ　１１８８８ｐ　８ｍ",
    "🀍🀎🀎🀎🀏🀙🀙🀠🀠🀠🀎[🀃🀃🀃]",
)

_LETTERS = {
    **{"F1": "E", "F2": "S", "F3": "W", "F4": "N"},
    **{"J1": "C", "J2": "F", "J3": "P"},
}
_SUITS = {"W": "m", "B": "p", "T": "s"}
# The first character of each suit in Unicode's block of tiles, which has flowers before seasons.
_BLOCKS = {"F": 0x1F000, "J": 0x1F004, "W": 0x1F007, "T": 0x1F010, "B": 0x1F019, "H": 0x1F022}


def dealt(chance: Random) -> Hand:
    """A hand of one wall, of 13 or 14 tiles with up to four melds, and now and then a flower."""
    left = [4] * 34
    melds: list[Meld] = []
    for _ in range(chance.randrange(5)):
        kind = chance.choice((CHI, PENG, GANG))
        tile = chance.choice(CHOW_MIDDLES if kind == CHI else range(34))
        meld = Meld(kind, tile, chance.randrange(2) if kind == GANG else 1)
        if all(left[one] >= count for one, count in enumerate(counts_of(meld.tiles()))):
            melds.append(meld)
            for one in meld.tiles():
                left[one] -= 1
    wall = [tile for tile, count in enumerate(left) for _ in range(count)]
    tiles = chance.sample(wall, 13 - 3 * len(melds) + chance.randrange(2))
    flowers = tuple(sorted(chance.sample(range(34, 42), max(0, chance.randrange(-3, 3)))))
    return Hand(tuple(counts_of(tiles)), tuple(melds), tiles[-1], len(flowers), flowers)


def concealed(hand: Hand) -> list[int]:
    """The concealed tiles, the one written last at the end."""
    tiles = [tile for tile, count in enumerate(hand.counts) for _ in range(count)]
    if hand.last is not None:
        tiles.remove(hand.last)
        tiles.append(hand.last)
    return tiles


def by_tools(hand: Hand, chance: Random, comma: str = ",") -> str:
    """As mahjong-algorithm and 雀渣 write: [222m,1][EEEE]78m11pCC; a bare kong is concealed."""
    melds = "".join(
        f"[{_by_suit(meld.tiles())}{_source(meld, chance, comma)}]" for meld in hand.melds
    )
    return melds + _by_suit(concealed(hand))


def _source(meld: Meld, chance: Random, comma: str) -> str:
    if meld.concealed or (meld.kind != GANG and chance.random() < 0.5):
        return ""
    return comma + chance.choice("123567" if meld.kind == GANG else "123")


def _by_suit(tiles: list[int] | tuple[int, ...]) -> str:
    text, suit = "", ""
    for code in map(code_of, tiles):
        following = _SUITS.get(code[0], "")
        if suit != following:
            text += suit
        suit = following
        text += code[1] if suit else _LETTERS[code]
    return text + suit


def by_pictures(hand: Hand) -> str:
    """By Unicode's characters for tiles, the red dragon as phones write it."""
    melds = [
        f"[{'暗' if meld.concealed else ''}{''.join(map(_picture, meld.tiles()))}]"
        for meld in hand.melds
    ]
    flowers = "".join(map(_picture, hand.flower_tiles))
    return "".join([*map(_picture, concealed(hand)), *melds, flowers])


def _picture(tile: int) -> str:
    suit, place = code_of(tile)[0], int(code_of(tile)[1]) - 1
    if suit == "H":
        place = (place + 4) % 8
    return chr(_BLOCKS[suit] + place) + ("\ufe0f" if (suit, place) == ("J", 0) else "")


def by_full_width(text: str) -> str:
    """A text as a Chinese keyboard types it."""
    wide = text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    return wide.replace("［", "【").replace("］", "】").replace(" ", "\u3000")


def other_forms(hand: Hand, text: str, chance: Random) -> list[str]:
    """A hand that our notation has as `text`, in the other forms.

    By tools only where a form has a mark of theirs, if it has to say that a kong is concealed.
    """
    pictures = by_pictures(hand)
    forms = [pictures, " ".join(pictures), by_full_width(text)]
    tools = [by_tools(hand, chance, comma) for comma in (",", "", " ， ")]
    for form in tools if not hand.flower_tiles else ():
        if any(meld.concealed for meld in hand.melds) and not re.search(r"[A-Z]|\d\]", form):
            continue
        forms += [form, by_full_width(form), re.sub(r"(?<=[\]mps])(?=[^\],\s][^\]])", " ", form)]
        if not re.search(r"[WF]\d", form):  # W12m is West, and `W1 2m` is not.
            forms.append(re.sub(r"(?<=[1-9])(?=[1-9mps])", " ", form))
    return forms


def essence(hand: Hand) -> object:
    """What two hands have in common that are the same: who discarded for a meld does not matter."""
    melds = [(meld.kind, meld.tile, meld.concealed) for meld in hand.melds]
    return (hand.counts, hand.last, hand.flower_tiles, melds)
