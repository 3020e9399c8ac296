"""The documents as a site: built strictly, nothing fetched from elsewhere, the Chinese kept up."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import NAMES, ROOT, commands_of, inline_commands, is_chinese
from tests.reader import copy_of_the_tree

# The Chinese pages stand in docs/zh as the English ones in docs.
CHINESE = ["README.zh.md", *(name for name in NAMES if is_chinese(name) and "/" in name)]
# What the page fetches by itself; where a link leads is the reader's own choice.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')]+)|@import\s+["']((?:https?:)?//[^"']+)"""
)
# No request: a search engine's word for the page's own address.
NOT_FETCHED = re.compile(r'<link[^>]*rel="?(canonical|alternate|prev|next)\b[^>]*>')


def build(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("material", "mkdocstrings"):
        pytest.importorskip(package, reason="pip install -e '.[docs]'")
    folder = tmp_path_factory.mktemp("site") / "tree"
    copy_of_the_tree(folder)
    return folder


@pytest.fixture(scope="module")
def site(tree: Path) -> Path:
    done = build(tree)
    assert done.returncode == 0, done.stderr[-3000:]
    return tree / "build" / "site" / "docs"


@pytest.mark.thorough
def test_every_document_is_a_page(site: Path) -> None:
    pages = {path.relative_to(site).with_suffix(".md").as_posix() for path in site.rglob("*.html")}
    documents = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert documents | {"index.md", "zh/index.md", "contributing.md", "3rdparty.md"} <= pages
    assert not list(site.rglob("*.py"))


@pytest.mark.thorough
def test_links_of_the_pages_lead_to_pages(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    for page in ("guide/install.html", "guide/upload.html", "zh/index.html", "contributing.html"):
        assert f'href="{page}"' in start, page
    chinese = (site / "zh" / "results" / "review.html").read_text(encoding="utf-8")
    assert 'href="../../results/review.html#is-a-lost-point-a-point"' in chinese
    assert "失一分真是一分吗" in chinese


@pytest.mark.thorough
def test_the_api_is_made_of_docstrings(site: Path) -> None:
    text = (site / "reference" / "api.html").read_text(encoding="utf-8")
    for name in ("mj_bot.state.GameState", "mj_lab.env.VectorEnv.step", "mj_engine.playouts"):
        assert f'id="{name}"' in text
    assert "What one seat knows (" in text
    assert "<blockquote>" not in text  # A doctest is code, and no quotation.


@pytest.mark.thorough
def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    found = {
        (path.name, *filter(None, one))
        for path in site.rglob("*")
        if path.suffix in (".html", ".css")
        for one in FETCHED.findall(NOT_FETCHED.sub("", path.read_text(encoding="utf-8")))
    }
    assert found == set()


def test_what_a_page_would_fetch_is_found() -> None:
    for text in (
        '<script src="https://cdn.example/x.js">',
        '<link rel="stylesheet" href="//fonts.example/x">',
        "url(https://fonts.example/x.woff2)",
    ):
        assert FETCHED.search(text)


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["[gone](gone.md)", "[gone](odds.md#no-such-place)"])
def test_a_link_that_leads_nowhere_is_an_error(tree: Path, tmp_path: Path, text: str) -> None:
    few = tmp_path / "tree"
    few.mkdir()
    shutil.copy(tree / "mkdocs.yml", few)
    (few / "docs").mkdir()
    settings = (few / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings[: settings.index("\nnav:\n")].replace("hooks: [docs/site_pages.py]", "")
    (few / "mkdocs.yml").write_text(settings, encoding="utf-8")
    (few / "docs" / "odds.md").write_text("# Odds\n", encoding="utf-8")
    (few / "docs" / "index.md").write_text(f"# Start\n\n{text}\n", encoding="utf-8")
    done = build(few)
    assert done.returncode != 0
    assert "gone" in done.stderr or "no-such-place" in done.stderr


def english_of(chinese: str) -> str:
    return chinese.replace("docs/zh/", "docs/").replace(".zh.md", ".md")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def bare(code: str) -> str:
    """Code without what is said beside it."""
    return re.sub(r"\s+#.*", "", code)


def blocks_of(name: str) -> list[str]:
    """Its examples in Python."""
    blocks = re.findall(r"^```python\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)
    return [bare(block) for block in blocks]


def figures_of(name: str) -> list[str]:
    return re.findall(r"[+-]?\d[\d.,]* ± \d+(?:\.\d+)?", text_of(name))


def test_every_page_of_the_guide_is_there_in_chinese() -> None:
    pages = {path.name for path in ROOT.glob("docs/guide/*.md")}
    assert pages == {path.name for path in ROOT.glob("docs/zh/guide/*.md")}
    assert {english_of(name) for name in CHINESE} <= set(NAMES)


@pytest.mark.parametrize("chinese", CHINESE)
def test_a_chinese_page_keeps_up_with_the_english_one(chinese: str) -> None:
    """Its commands, examples and figures; it is in Chinese, and leads to the guide in Chinese."""
    english = english_of(chinese)
    theirs, ours = (
        [bare(shown.text) for shown in commands_of(ROOT / name)] for name in (english, chinese)
    )
    assert ours == theirs
    theirs, ours = (
        [shown.text for shown in inline_commands(ROOT / name)] for name in (english, chinese)
    )
    assert set(ours) <= set(theirs)
    assert blocks_of(chinese) == blocks_of(english)
    if "/results/" in chinese:  # It says how to read the figures, and shows a few.
        assert set(figures_of(chinese)) <= set(figures_of(english))
    else:
        assert figures_of(chinese) == figures_of(english)
    text = text_of(chinese)
    assert len(re.findall(r"[\u4e00-\u9fff]", text)) > 300
    places = [(ROOT / chinese).parent / link for link in re.findall(r"\]\(([^)\s#]+\.md)", text)]
    led_to = {place.resolve().relative_to(ROOT).as_posix() for place in places}
    assert {name for name in led_to if name.startswith("docs/guide/")} <= {english}
