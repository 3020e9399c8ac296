"""A hand by suits, and a form: its distance and its effective tiles."""

from typing import Callable, NamedTuple, Sequence, Tuple

from mj_bot.shanten.rows import Counts, SuitRow, SuitSummary, honours, suit

# Hand sizes of a form of 14 tiles.
WHOLE = (13, 14)

SuitCounts4 = Tuple[Counts, Counts, Counts, Counts]
SuitRows = Tuple[SuitRow, SuitRow, SuitRow, SuitRow]


class HandBySuit(NamedTuple):
    """A hand by suits: the counts, each suit's summary, and the number of tiles."""

    counts: SuitCounts4
    suits: Tuple[SuitSummary, SuitSummary, SuitSummary, SuitSummary]
    size: int


class Form(NamedTuple):
    """A form: its name, the sizes of hand it takes, its distance, and its effective tiles.

    The effective tiles are computed from the distance, which is known by then.
    """

    name: str
    sizes: Tuple[int, ...]
    distance: Callable[[HandBySuit], int]
    effective: Callable[[HandBySuit, int], Tuple[int, ...]]


def by_suits(hand: Sequence[int], sizes: Sequence[int]) -> HandBySuit:
    """The parts of a hand of 34 counts. Raises ValueError if it has none of these sizes."""
    counts = (tuple(hand[0:9]), tuple(hand[9:18]), tuple(hand[18:27]), tuple(hand[27:34]))
    suits = (suit(counts[0]), suit(counts[1]), suit(counts[2]), honours(counts[3]))
    size = sum(hand)
    if size not in sizes:
        raise ValueError("a hand of {} tiles cannot have this form".format(size))
    return HandBySuit(counts, suits, size)


def suit_rows_of(parts: HandBySuit) -> SuitRows:
    """Each suit's contribution to sets and a pair."""
    characters, dots, bamboos, others = parts.suits
    return (characters.row, dots.row, bamboos.row, others.row)


def whole_hand(parts: HandBySuit) -> Counts:
    """The 34 counts."""
    characters, dots, bamboos, others = parts.counts
    return characters + dots + bamboos + others


def knitted_kinds(parts: HandBySuit) -> Tuple[int, int, int, int, int, int]:
    """How many tiles of each of the six knitted straights the hand has, ordered as KNIT_ORDERS."""
    characters, dots, bamboos, _ = parts.suits
    a, b, c = characters.knits
    d, e, f = dots.knits
    g, h, i = bamboos.knits
    return (a + e + i, a + f + h, b + d + i, b + f + g, c + d + h, c + e + g)
