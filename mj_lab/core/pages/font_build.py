"""Builds assets/cjk*.woff2: the Chinese characters that the pages use, subset from a free font.

Systems without a Chinese font would show boxes in the names of fans and tiles. The source is Noto
Sans CJK (SIL Open Font License 1.1, assets/cjk-license.txt), such as Debian's fonts-noto-cjk:

    python -m mj_lab.core.pages.font_build /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

Only this needs fonttools and brotli. Run it again when a test reports a missing character.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from mj_lab.core.pages.page import ASSETS, CHARACTERS_FILE, FONT_FILES
from mj_lab.core.text.fan_names import ENGLISH_NAMES

# The first page and the table need the first font alone; on a slow line the other costs 0.5 s.
_FONTS = tuple(ASSETS / name for name in FONT_FILES)
# The characters of each font, a line each, so that nothing else reads fonts.
CHARACTERS = ASSETS / CHARACTERS_FILE

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
_FIRST_FOLDERS = (
    ASSETS,
    _LAB / "web" / "server" / "assets" / "play",
    _LAB / "table" / "play" / "at_table",
)
_LATER = "refusal_texts.js"
_KINDS = (".js", ".html", ".py")
_RANGES = (("\u3000", "\u303f"), ("\u30fb", "\u30fb"), ("\u4e00", "\u9fff"), ("\uff00", "\uffef"))
# PyMahjongGB's names for waits on one tile only; other judges' logs may have them.
_WAITS = ("独听・边张", "独听・嵌张", "独听・单钓")


def needed() -> str:
    """Every Chinese character of the pages, sorted."""
    return _chinese(_read(_TEXTS), *_WAITS)


def needed_first() -> str:
    """Those of the first page and the table."""
    return _chinese(_read(_FIRST_FOLDERS, (_LATER,)))


def _read(folders: Iterable[Path], without: Sequence[str] = ()) -> str:
    return "".join(
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.iterdir())
        if path.suffix in _KINDS and path.name not in without
    )


def _chinese(*texts: str) -> str:
    texts = (*texts, *ENGLISH_NAMES)
    return "".join(sorted({char for text in texts for char in text if _is_chinese(char)}))


def _is_chinese(char: str) -> bool:
    """Whether it is a Chinese character or punctuation mark."""
    return any(first <= char <= last for first, last in _RANGES)


def build(source: Path) -> None:
    """Write both fonts and the list of their characters."""
    first = needed_first()
    parts = (first, "".join(sorted(set(needed()) - set(first))))
    for font, characters in zip(_FONTS, parts, strict=True):
        _cut(source, font, characters)
    CHARACTERS.write_text("".join(f"{characters}\n" for characters in parts), encoding="utf-8")


def _cut(source: Path, target: Path, characters: str) -> None:
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
    subset.save_font(font, str(target), options)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
