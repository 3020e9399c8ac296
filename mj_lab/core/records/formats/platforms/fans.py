"""Maps the platforms' fans, by number or name, to the judge's names."""

from __future__ import annotations

from functools import lru_cache

from mj_lab.core.text.fan_names import ENGLISH_NAMES

# How many fans have each value, in the order of the rule book; the last entry comes at the end.
# MahjongGB gives a fan's value only for a hand that has it, so a test compares these with it.
_VALUES = (
    (88, 7),
    (64, 6),
    (48, 2),
    (32, 3),
    (24, 9),
    (16, 6),
    (12, 5),
    (8, 9),
    (6, 7),
    (4, 4),
    (2, 10),
    (1, 13),
    (5, 1),
)
# tziakcha gives these two numbers each: for chows one step apart and two steps apart. Only 32,
# three chows two steps apart, is in a record that we have; the others are deduced from known names.
# Up to 20 (七对) there is one name more than in the rule book, from 29 (清龙) to 32 another, so 16,
# 17 and 31 are only likely. Confirmed by a hand that MahjongGB counts alike: 32, 39, 41, 50-52, 58,
# 60, 62-65, 67, 72, 73, 75, 77, 78 and 80-83; the rest follow from the order.
_TWO_NUMBERS = ("一色四步高", "一色三步高")
# Salasasa's names that differ from the judge's.
_OTHER_NAMES = {
    "一色三连环": "一色三步高",
    "一色四连环": "一色四步高",
    "单钓": "单钓将",
    "单骑": "单钓将",
}
FALSE_WIN_NAME = "错和"
_MOST_TIMES = 8

RecordedFan = tuple[str, int, int]


@lru_cache(maxsize=1)
def _by_number() -> tuple[str, ...]:
    """Tziakcha's names by number, from 1."""
    names = [""]
    for name in list(ENGLISH_NAMES)[:-1]:
        names += [name] * (1 + (name in _TWO_NUMBERS))
    return tuple(names)


@lru_cache(maxsize=1)
def _values() -> dict[str, int]:
    return dict(fan_values())


def fan_values() -> list[tuple[str, int]]:
    """The value of every fan by name, in the order of the rule book."""
    values = [value for value, count in _VALUES for _ in range(count)]
    return list(zip(ENGLISH_NAMES, values, strict=True))


def fan_of_number(number: int, value: int) -> RecordedFan:
    """The fan with tziakcha's number: its name, how many times it counts, its value.

    value: the fan's value plus 256 for each time after the first. Raises ValueError if there is no
    such fan.

    >>> fan_of_number(83, 257), fan_of_number(29, 16)
    (('花牌', 2, 1), ('清龙', 1, 16))
    """
    names = _by_number()
    if not 0 < number < len(names) or value >> 8 >= _MOST_TIMES:
        raise ValueError(f"no such fan: {number}: {value}")
    return names[number], (value >> 8) + 1, value & 255


def number_of_fan(name: str) -> int:
    """Tziakcha's number of a fan. Raises ValueError if it has none."""
    return _by_number().index(name)


def fan_of_name(text: str) -> RecordedFan:
    """The fan with Salasasa's name, in the form of `fan_of_number`; value 0 for an unknown name.

    >>> fan_of_name("花牌*2"), fan_of_name("单钓")
    (('花牌', 2, 1), ('单钓将', 1, 1))
    """
    name, _, times = text.partition("*")
    name = _OTHER_NAMES.get(name, name)
    count = int(times) if times.isascii() and times.isdigit() and len(times) == 1 else 1
    return name[:20], count, _values().get(name, 0)
