"""Finds a match and its page by its id, or by the page's address."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import NamedTuple

SITE = "www.botzone.org.cn"

_ID = re.compile(r"[0-9a-f]{24}")
_PAGE = re.compile(r"(https?)://([\w.:\[\]-]+)/match/([0-9a-f]{24})/?(?:[?#][^\s@]*)?", re.ASCII)
_SITE = re.compile(r"(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-fA-F:]+\])(?::\d{1,5})?", re.ASCII)


class MatchAddress(NamedTuple):
    """A match of a site."""

    site: str
    match: str

    @property
    def url(self) -> str:
        """The address of the match as JSON: https, except for a server on this machine.

        That `lite` gives JSON is not documented. Botzone's author uses it in botzone-local-runner.
        """
        return f"{address_of(self.site)}/match/{self.match}?lite=true"


def address_of(site: str) -> str:
    """The address of a site: https, except for a server on this machine.

    >>> address_of("127.0.0.1:8000"), address_of("www.botzone.org.cn")
    ('http://127.0.0.1:8000', 'https://www.botzone.org.cn')
    """
    return f"{'http' if _is_this_machine(site) else 'https'}://{site}"


def check_site(site: str) -> None:
    """Raise ValueError for a text that is not a host."""
    if site and not _SITE.fullmatch(site):
        raise ValueError(f"--site: expected a host such as {SITE}, found {site!r:.60}")


def is_match_page(text: str) -> bool:
    """Whether a text is the address of a match's page.

    >>> is_match_page("https://www.botzone.org.cn/match/61602cb45ddc087351c04358")
    True
    >>> is_match_page("https://www.botzone.org.cn/api/user/secret/localai")
    False
    """
    return _PAGE.fullmatch(text) is not None


def match_address(text: str, site: str = "") -> MatchAddress:
    """Resolve an id or a page's address. site: a host to ask instead of the address's.

    Raises ValueError, one line, if it is neither.

    >>> match_address("botzone.org.cn/match/61602cb45ddc087351c04358").site
    'botzone.org.cn'
    """
    check_site(site)
    word = text.strip()
    if _ID.fullmatch(word.lower()):
        return MatchAddress(site or SITE, word.lower())
    page = _PAGE.fullmatch(word if "://" in word else f"https://{word}")
    if page is None:
        raise ValueError(
            "expected a match's id (24 digits and letters a-f) or the address of its page "
            f"(https://{SITE}/match/ID), tziakcha:ID or salasasa:ID, found {word!r:.80}"
        )
    return MatchAddress(site or page[2], page[3])


def is_same_site(host: str, other: str) -> bool:
    """Whether two hosts are one site, ignoring `www.`.

    >>> is_same_site("botzone.org.cn", "www.botzone.org.cn"), is_same_site("a.cn", "b.cn")
    (True, False)
    """
    return host.lower().removeprefix("www.") == other.lower().removeprefix("www.")


def _is_this_machine(site: str) -> bool:
    host = site[1:].partition("]")[0] if site.startswith("[") else site.partition(":")[0]
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
