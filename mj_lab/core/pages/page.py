"""Single-file pages: styles, scripts, pictures and data inlined, no network requests.

A match file's data is JSON in a non-executable script element; the page shows it only as text. The
page's policy forbids every request, and every script but its own.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import unescape
from json import dumps, loads
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from mj_lab.core.pages.tile_art import tile_symbols
from mj_lab.core.text.fan_names import ENGLISH_NAMES
from mj_lab.core.text.fan_rules import fan_rule
from mj_lab.core.text.labels import ROUTES

ASSETS = Path(__file__).parent / "assets"

_SHARED_STYLES = ("base.css",)
_SHARED_SCRIPTS = ("core.js", "texts.js", "tiles.js", "candidates.js")
# The font with the Chinese characters of the interface, for systems without one.
_FONT = "cjk.woff2"

# The page's kind and title, and the start of its data (base.html).
_GENERATOR = re.compile(
    r'<meta name="generator" content="mj_bot (\w+)">\s*<title>([^<]*)</title>', re.ASCII
)
_DATA_BEGINS = '<script type="application/json" id="data">'

# Line and paragraph separators end strings in old browsers; the others could end the element.
_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


class PagePlace(NamedTuple):
    """Where a page is used: as a file, at a server, or among the files of a site.

    policy: further rights of the page. scripts: further places that its scripts may come from.
    addresses: of other pages, by their addresses at a server. assets: further folders of files.
    replaced: scripts by the page's own that they replace. last: scripts that come after a page's
    own. served: whether a server answers it.
    """

    policy: str
    served: bool = False
    scripts: str = ""
    addresses: Mapping[str, str] = MappingProxyType({})
    assets: tuple[Path, ...] = ()
    replaced: Mapping[str, str] = MappingProxyType({})
    last: tuple[str, ...] = ()

    def at(self, path: str) -> str:
        """The address of another page."""
        return self.addresses.get(path, path)


ALONE = PagePlace("form-action 'none'")
# A served page may request only from its server.
SERVED = PagePlace("connect-src 'self'; form-action 'none'", served=True)


def data_block(data: Any) -> str:
    r"""Data as JSON that is safe inside a script element, whatever its strings.

    >>> data_block("</script>")
    '"\\u003c/script\\u003e"'
    """
    return dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False).translate(
        _ESCAPES
    )


def labels(rules_at: str = "") -> dict[str, Any]:
    """Names of routes and fans for pages: pairs, and a line that explains each fan.

    rules_at: the address of the page of fans that names link to; "" for a page without a server.
    """
    rules = {name: fan_rule(name) for name in ENGLISH_NAMES}
    return {"routes": ROUTES, "fans": ENGLISH_NAMES, "rules": rules, "rules_at": rules_at}


def render(
    template: str,
    title: str,
    data: Any,
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    folders: tuple[Path, ...] = (),
    place: PagePlace = ALONE,
    **values: Any,
) -> str:
    """Render a whole page.

    styles, scripts: the page's own files, besides the shared ones. folders: where these and the
    template are. Raises ValueError for data that JSON cannot hold.
    """
    places = (*place.assets, *folders, ASSETS)
    style = _font_face() + _joined(places, (*_SHARED_STYLES, *styles))
    own = (place.replaced.get(name, name) for name in scripts)
    script = _joined(places, (*_SHARED_SCRIPTS, *own, *place.last))
    environment = Environment(
        loader=FileSystemLoader(places), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template(template).render(
        title=title,
        kind=template.partition(".")[0],
        style=Markup(style),
        script=Markup(script),
        data=Markup(data_block(data)),
        tiles=Markup(tile_symbols()),
        policy=_policy(style, script, place),
        place=place,
        **values,
    )


def page_kind(head: str) -> tuple[str, str] | None:
    r"""The template's name and the title, from a page's first bytes; None if it is not ours.

    >>> page_kind('<meta name="generator" content="mj_bot report">\n<title>a &amp; b</title>')
    ('report', 'a & b')
    """
    match = _GENERATOR.search(head)
    return None if match is None else (match[1], unescape(match[2]))


def data_of_page(html: str) -> Any:
    """The data that `render` put into a page. Raises ValueError if there is none."""
    start = html.find(_DATA_BEGINS)
    end = html.find("</script>", start)
    if start < 0 or end < 0:
        raise ValueError("not one of our pages: there is no data in it")
    try:
        return loads(html[start + len(_DATA_BEGINS) : end])
    except RecursionError:
        raise ValueError("not one of our pages: its data is too deep") from None


def _policy(style: str, script: str, place: PagePlace) -> str:
    allowed = [
        "default-src 'none'",
        f"script-src {_hash(script)} {place.scripts}".rstrip(),
        f"style-src {_hash(style)}",
        "font-src data:",
        "base-uri 'none'",
    ]
    return "; ".join([*allowed, place.policy])


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _joined(places: tuple[Path, ...], names: tuple[str, ...]) -> str:
    return "".join(_read(places, name) for name in names)


def _read(places: tuple[Path, ...], name: str) -> str:
    for folder in places:
        if (folder / name).exists():
            return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(f"no asset {name}")


def _font_face() -> str:
    font = ASSETS / _FONT
    if not font.exists():
        return ""
    source = "data:font/woff2;base64," + b64encode(font.read_bytes()).decode()
    return f'@font-face{{font-family:"MJ CJK";src:url({source}) format("woff2")}}\n'
