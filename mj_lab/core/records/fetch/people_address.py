"""Resolves a match of tziakcha or Salasasa from its id or a page's address."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from mj_lab.core.records.fetch.match_address import check_site, is_match_page


class Platform(str, Enum):
    """A platform where people play."""

    TZIAKCHA = "tziakcha"
    SALASASA = "salasasa"


# The host of each, unless an address or --site names another.
SITES = {Platform.TZIAKCHA: "tziakcha.net", Platform.SALASASA: "salasasa.cn"}

_ID = r"[A-Za-z0-9_-]{1,64}"
_WORD = re.compile(rf"(tziakcha|salasasa):({_ID})")
_HOST = r"https?://([\w.:\[\]-]+)"
_TZIAKCHA = re.compile(
    rf"{_HOST}/(?:_qry/)?(record|game)/?\?(?:[^\s#@]*&)?id=({_ID})(?:[&#][^\s@]*)?", re.ASCII
)
_SALASASA = re.compile(
    rf"{_HOST}/(?:#/)?(?:api/platform/)?record/({_ID})/?(?:[?#][^\s@]*)?", re.ASCII
)


class PeopleAddress(NamedTuple):
    """A record of a platform. kind: `match`, `hand`, or `either` if only an id is given."""

    platform: Platform
    site: str
    kind: str
    id: str


def people_address(text: str, site: str = "") -> PeopleAddress | None:
    """The record of an id (`tziakcha:ID`) or an address; None for other platforms.

    site: a host to ask instead of the address's. Raises ValueError if it is not one.

    >>> people_address("https://tziakcha.net/record/?id=abc123").kind
    'hand'
    >>> people_address("salasasa:42").platform.value, people_address("61602cb45ddc087351c04358")
    ('salasasa', None)
    """
    check_site(site)
    word = text.strip()
    named = _WORD.fullmatch(word)
    if named is not None:
        platform = Platform(named[1])
        kind = "either" if platform is Platform.TZIAKCHA else "match"
        return PeopleAddress(platform, site or SITES[platform], kind, named[2])
    page = word if "://" in word else f"https://{word}"
    match = _TZIAKCHA.fullmatch(page)
    if match is not None:
        kind = "hand" if match[2] == "record" else "match"
        return PeopleAddress(Platform.TZIAKCHA, site or match[1], kind, match[3])
    match = _SALASASA.fullmatch(page)
    if match is not None:
        return PeopleAddress(Platform.SALASASA, site or match[1], "match", match[2])
    return None


def is_record_page(text: str) -> bool:
    """Whether a text is the address of a page that shows a record, of any platform.

    >>> is_record_page("https://tziakcha.net/game/?id=abc"), is_record_page("https://a.cn/secret")
    (True, False)
    """
    return is_match_page(text) or ("://" in text and people_address(text) is not None)
