"""Pages: kept on disk in a single file each, or at a server or site with files that they share.

A match file's data is JSON in a non-executable script element; the page shows it only as text. The
policy of a page on disk forbids every request, and every script but its own; any other page's
forbids what is not its server's.
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

# The site's manifest names it too.
ICON = ASSETS / "icon.svg"
_SHARED_STYLES = ("base.css",)
_SHARED_SCRIPTS = ("core.js", "texts.js", "tiles.js", "candidates.js")
# Of pages that ask a server or a worker.
_OF_REPLIES = ("refusal_texts.js",)
# The font with the Chinese characters of the interface, for systems without one.
FONT_FILES, CHARACTERS_FILE = ("cjk.woff2", "cjk-more.woff2"), "cjk.txt"
_CHINESE = "U+3000-303F,U+30FB,U+4E00-9FFF,U+FF00-FFEF"
# Chinese fonts by their full names, which `local` wants; Android's are in no list of families.
_SYSTEM_FONTS = (
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans CJK SC Regular",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
)

# The page's kind and title, and the start of its data (base.html).
_GENERATOR = re.compile(
    r'<meta name="generator" content="mj_bot (\w+)">\s*<title>([^<]*)</title>', re.ASCII
)
_DATA_BEGINS = '<script type="application/json" id="data">'

# What turns the direction of the text around it is named, as core.js names it in all that it draws.
_TURNING = {place: f"[U+{place:04X}]" for place in (
    0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)
)}  # fmt: skip

# Whole lines of scripts that only their readers need. No text of ours has more than one line.
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)

# Line and paragraph separators end strings in old browsers; the others could end the element.
_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


class SharedFiles:
    """Scripts, styles and the font that pages link to, so that a browser loads each once.

    A name has a digest of the content, so a file may be kept for ever. at: the folder's address.
    made: all files that rendered pages link to, by name.
    """

    def __init__(self, at: str) -> None:
        self.at = at
        self.made: dict[str, bytes] = {}

    def name(self, stem: str, ending: str, content: bytes) -> str:
        """The name of a file of this content."""
        name = f"{stem}.{sha256(content).hexdigest()[:16]}.{ending}"
        self.made.setdefault(name, content)
        return name

    def address(self, stem: str, ending: str, text: str) -> str:
        """The address of a file of this text."""
        return self.at + self.name(stem, ending, text.encode())


class PagePlace(NamedTuple):
    """Where a page is used: as a file, at a server, or among the files of a site.

    policy: further rights of the page. files: what it shares with other pages; None for a page that
    has all in itself. served: whether a server answers it. scripts: further places that its scripts
    may come from. addresses: of other pages, by their addresses at a server. assets: further
    folders of files. replaced: scripts by the page's own that they replace. last: scripts that come
    after a page's own.
    """

    policy: str
    files: SharedFiles | None = None
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
FILES_PATH = "/files/"
SERVED = PagePlace(
    "connect-src 'self'; form-action 'none'", files=SharedFiles(FILES_PATH), served=True
)


def data_block(data: Any) -> str:
    r"""Data as JSON that is safe inside a script element, whatever its strings.

    >>> data_block("</script>")
    '"\\u003c/script\\u003e"'
    """
    return dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False).translate(
        _ESCAPES
    )


def labels(rules_at: str = "") -> dict[str, str]:
    """What a page adds to the `MJ.LABELS` of all pages.

    rules_at: the address of the page of fans that names link to; "" for a page without a server.
    """
    return {"rules_at": rules_at}


def _drawn_and_named() -> str:
    """The script with the tiles' pictures, and the names of routes and fans with a line on each."""
    rules = {name: fan_rule(name) for name in ENGLISH_NAMES}
    known = {"routes": ROUTES, "fans": ENGLISH_NAMES, "rules": rules, "rules_at": ""}
    made = {"TILE_ART": tile_symbols(), "LABELS": known}
    return "".join(
        f"MJ.{name} = {dumps(value, ensure_ascii=False).translate(_ESCAPES)};\n"
        for name, value in made.items()
    )


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
    kind = template.partition(".")[0]
    own = tuple(place.replaced.get(name, name) for name in scripts)
    # What all pages have, and what this one has.
    style = (_font_face(place.files) + _joined((ASSETS,), _SHARED_STYLES), _joined(places, styles))
    script = (
        _joined((ASSETS,), (*_SHARED_SCRIPTS, *(_OF_REPLIES if place.files else ())))
        + _drawn_and_named(),
        _joined(places, (*own, *place.last)),
    )
    shown: dict[str, Any] = {
        "style": Markup("".join(style)),
        "script": Markup("".join(script)),
        "icon": "data:image/svg+xml;base64," + b64encode(ICON.read_bytes()).decode(),
    }
    if place.files is not None:
        at = place.files.address
        shown = {
            "style": [at("all", "css", style[0]), at(kind, "css", style[1])],
            "script": [at("all", "js", script[0]), at(kind, "js", script[1])],
            "icon": at("icon", "svg", ICON.read_text(encoding="utf-8")),
        }
    environment = Environment(
        loader=FileSystemLoader(places), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template(template).render(
        title=title.translate(_TURNING),
        kind=kind,
        data=Markup(data_block(data)),
        policy=_policy("".join(style), "".join(script), place),
        place=place,
        **shown,
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
    alone = place.files is None
    scripts, styles = (_hash(script), _hash(style)) if alone else ("'self'", "'self'")
    allowed = [
        "default-src 'none'",
        f"script-src {scripts} {place.scripts}".rstrip(),
        f"style-src {styles}",
        f"font-src {'data:' if alone else styles}",
        f"img-src {'data:' if alone else styles}",
        "base-uri 'none'",
    ]
    return "; ".join([*allowed, place.policy])


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def without_comments(script: str) -> str:
    r"""A script without its lines of comments and its indents: a quarter less to send.

    >>> without_comments("// a\n  /** @type {A} */ (b)\n  /* c\n d */\n  e(); // f\n")
    '/** @type {A} */ (b)\ne(); // f\n'
    """
    return _INDENT.sub("", _COMMENT.sub("", script))


def _joined(places: tuple[Path, ...], names: tuple[str, ...]) -> str:
    texts = ((name, _read(places, name)) for name in names)
    return "".join(without_comments(text) if name.endswith(".js") else text for name, text in texts)


def _read(places: tuple[Path, ...], name: str) -> str:
    for folder in places:
        if (folder / name).exists():
            return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(f"no asset {name}")


def _font_face(files: SharedFiles | None) -> str:
    """The fonts: the first one's characters are named, the second has all others."""
    if not (ASSETS / FONT_FILES[0]).exists():
        return ""
    first, _ = (ASSETS / CHARACTERS_FILE).read_text(encoding="utf-8").splitlines()
    ranges = (",".join(f"U+{ord(char):X}" for char in first), _CHINESE)
    # Of two faces with a character the later one is taken.
    return "".join(
        _face(files, name, within)
        for name, within in zip(FONT_FILES[::-1], ranges[::-1], strict=True)
    )


def _face(files: SharedFiles | None, name: str, within: str) -> str:
    content = (ASSETS / name).read_bytes()
    if files is None:
        source = "data:font/woff2;base64," + b64encode(content).decode()
    else:
        source = files.name(name.partition(".")[0], "woff2", content)
    # Asked for only where a text has such characters and the system has no font with them.
    here = "".join(f'local("{name}"),' for name in _SYSTEM_FONTS) if files is not None else ""
    return (
        f'@font-face{{font-family:"MJ CJK";src:{here}url({source}) format("woff2");'
        f"font-display:swap;unicode-range:{within}}}\n"
    )
