"""The table of fans: the value, both names, the rule and an example of each."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from mj_lab.core.text.fan_examples import FAN_EXAMPLES, FanExample
from mj_lab.core.text.fan_names import ENGLISH_NAMES, fan_calls
from mj_lab.core.text.fan_rules import fan_rule


class FanEntry(NamedTuple):
    """A fan: the judge's name and the English one, and its rule in both languages."""

    name: str
    english: str
    rule_english: str
    rule_chinese: str
    example: FanExample


def fan_entries() -> list[FanEntry]:
    """All fans of the game, the greatest first.

    >>> entries = fan_entries()
    >>> len(entries), entries[0].name, entries[0].example.value
    (82, '大四喜', 88)
    """
    return [_entry(name) for name in FAN_EXAMPLES]


def find_fan(text: str) -> FanEntry | None:
    """The fan of a name in either language, as players say it or in pinyin; None if there is none.

    >>> [found.name for found in map(find_fan, ("mixed triple chow", "坎张", "qingyise")) if found]
    ['三色三同顺', '嵌张', '清一色']
    """
    wanted = _plain(text)
    for name, english in ENGLISH_NAMES.items():
        calls = fan_calls(name)
        if wanted in map(_plain, (english, *calls.names, *calls.pinyin)):
            return _entry(name)
    return None


def fans_like(text: str) -> list[FanEntry]:
    """Up to three fans with names nearest to a text; empty if none is near.

    >>> [entry.english for entry in fans_like("mixed tripple chow")][:1]
    ['Mixed Triple Chow']
    """
    names = {
        _plain(either): name
        for name, english in ENGLISH_NAMES.items()
        for either in (name, english)
    }
    near = get_close_matches(_plain(text), names, 3, 0.65)
    return [_entry(name) for name in dict.fromkeys(names[key] for key in near)]


def _entry(name: str) -> FanEntry:
    return FanEntry(name, ENGLISH_NAMES[name], *fan_rule(name), FAN_EXAMPLES[name])


def _plain(text: str) -> str:
    return "".join(text.lower().replace("-", "").split())
