"""Who sits where: in duplicate play both sides play every wall from the same seats."""

from __future__ import annotations

from itertools import permutations

# By seat, E S W N: side 0 (A) or 1 (B).
Seating = tuple[int, ...]

TWO_AGAINST_TWO: tuple[Seating, ...] = (
    (0, 0, 1, 1),
    (0, 1, 0, 1),
    (0, 1, 1, 0),
    (1, 0, 0, 1),
    (1, 0, 1, 0),
    (1, 1, 0, 0),
)
ALTERNATING: tuple[Seating, ...] = ((0, 1, 0, 1), (1, 0, 1, 0))
ONE_AGAINST_THREE: tuple[Seating, ...] = (
    (0, 1, 1, 1),
    (1, 0, 1, 1),
    (1, 1, 0, 1),
    (1, 1, 1, 0),
)

SEATING_MODES = ("2v2", "1v3")


def seatings_of(mode: str, quick: bool = False) -> tuple[Seating, ...]:
    """The seatings in which each wall of a duel is played.

    Raises ValueError for an unknown mode, or 1v3 in a quick form.

    >>> [len(seatings_of("2v2")), len(seatings_of("2v2", quick=True)), len(seatings_of("1v3"))]
    [6, 2, 4]
    """
    if mode == "2v2":
        return ALTERNATING if quick else TWO_AGAINST_TWO
    if mode != "1v3":
        raise ValueError(f"no such mode: {mode!r}; there are: {', '.join(SEATING_MODES)}, quick")
    if quick:
        raise ValueError("quick is for 2v2: 1v3 needs its four seatings to be fair")
    return ONE_AGAINST_THREE


def league_seatings(count: int = 24) -> tuple[Seating, ...]:
    """The seatings of four players: all 24, or the 4 that give each player every seat once.

    Raises ValueError for another count.
    """
    if count == 24:
        return tuple(permutations(range(4)))
    if count == 4:
        return tuple(tuple((seat + turn) % 4 for seat in range(4)) for turn in range(4))
    raise ValueError(f"a league has 24 seatings or 4, not {count}")
