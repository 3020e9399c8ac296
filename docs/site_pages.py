"""Extra pages of the site (mkdocs.yml): README and its kind, with their links."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

# Documents elsewhere in the tree, and their pages.
ELSEWHERE = {
    "README.md": "index.md",
    "README.zh.md": "zh/index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "3rdparty/README.md": "3rdparty.md",
}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents from elsewhere."""
    from mkdocs.structure.files import File

    root = Path(config.config_file_path).parent
    for document, page in ELSEWHERE.items():
        text = (root / document).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turn links between files of the tree into links between pages."""
    return _LINK.sub(lambda found: _linked(found, page.file.src_uri), markdown)


def _linked(found: re.Match[str], page: str) -> str:
    mark, text, link = found.groups()
    target, sharp, anchor = link.partition("#")
    if not target or "://" in target:
        return found[0]
    here = next((old for old, new in ELSEWHERE.items() if new == page), "docs/" + page)
    place = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
    there = ELSEWHERE.get(place, place.removeprefix("docs/"))
    if place not in ELSEWHERE and not place.startswith("docs/"):
        return f"{text} (`{place}`)"  # A file of the tree without a page on the site.
    way = posixpath.relpath(there, posixpath.dirname(page) or ".")
    return f"{mark}[{text}]({way}{sharp}{anchor})"
