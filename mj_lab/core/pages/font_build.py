"""Builds assets/cjk.woff2: the Chinese characters that the pages use, subset from a free font.

Systems without a Chinese font would show boxes in the names of fans and tiles. The source is Noto
Sans CJK (SIL Open Font License 1.1, assets/cjk-license.txt), such as Debian's fonts-noto-cjk:

    python -m mj_lab.core.pages.font_build /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

Only this needs fonttools and brotli. Run it again when a test reports a missing character.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from mj_lab.core.pages.page import ASSETS
from mj_lab.core.text.fan_names import ENGLISH_NAMES

FONT = ASSETS / "cjk.woff2"
# The font's characters as text, so that a test need not read fonts.
CHARACTERS = ASSETS / "cjk.txt"

# The faces of Noto's collection are Japanese, Korean, simplified Chinese, ...
_SIMPLIFIED = 2
_LAB = ASSETS.parents[2]
_TEXTS = (
    ASSETS,
    _LAB / "explain" / "review" / "replay" / "assets",
    _LAB / "web" / "server" / "assets",
    _LAB / "web" / "server" / "service" / "assets",
    _LAB / "web" / "server" / "games" / "assets",
    _LAB / "web" / "server" / "my_games" / "assets",
    _LAB / "web" / "server" / "rules" / "assets",
    _LAB / "web" / "server" / "assets" / "play",
    _LAB / "web" / "server" / "assets" / "train",
    _LAB / "web" / "server" / "assets" / "waits",
    _LAB / "web" / "site" / "assets" / "pages",
    _LAB / "explain" / "review" / "assets",
    _LAB / "measure" / "arena" / "report",
    _LAB / "measure" / "arena" / "report" / "assets",
    _LAB / "explain" / "analysis",
    _LAB / "explain" / "analysis" / "why",
    _LAB / "explain" / "quiz",
    _LAB / "core" / "text",
    _LAB / "table" / "play" / "at_table",
)
_KINDS = (".js", ".html", ".py")
_RANGES = (("\u3000", "\u303f"), ("\u30fb", "\u30fb"), ("\u4e00", "\u9fff"), ("\uff00", "\uffef"))
# PyMahjongGB's names for waits on one tile only; other judges' logs may have them.
_WAITS = ("独听・边张", "独听・嵌张", "独听・单钓")


def needed() -> str:
    """Every Chinese character of the pages, sorted."""
    texts = [
        path.read_text(encoding="utf-8")
        for folder in _TEXTS
        for path in sorted(folder.iterdir())
        if path.suffix in _KINDS
    ]
    texts += [*ENGLISH_NAMES, *_WAITS]
    return "".join(sorted({char for text in texts for char in text if _is_chinese(char)}))


def _is_chinese(char: str) -> bool:
    """Whether it is a Chinese character or punctuation mark."""
    return any(first <= char <= last for first, last in _RANGES)


def build(source: Path, characters: Iterable[str]) -> None:
    """Write the font and the list of its characters."""
    from fontTools import subset  # type: ignore[import-untyped, import-not-found, unused-ignore]

    options = subset.Options()
    options.flavor = "woff2"
    options.font_number = _SIMPLIFIED
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    options.drop_tables += ["vhea", "vmtx", "VORG", "GSUB", "GPOS", "BASE", "DSIG"]
    options.name_IDs = [0, 13, 14]  # The font's owner and licence.
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(char) for char in characters])
    cutter.subset(font)
    subset.save_font(font, str(FONT), options)
    CHARACTERS.write_text("".join(characters) + "\n", encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]), needed())
