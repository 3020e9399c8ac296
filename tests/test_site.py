"""The documents as a site: built strictly, nothing fetched from elsewhere, the Chinese kept up."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT, ShownCommand, commands_of
from tests.reader import copy_of_the_tree

# A Chinese page shows what these English ones show, one after the other.
SHOWN_BY = {
    "README.zh.md": ["README.md"],
    "docs/zh/notation.md": ["docs/reference/notation.md"],
    "docs/zh/people.md": ["docs/guide/people.md"],
    "docs/zh/play.md": ["docs/guide/play.md"],
    "docs/zh/review.md": ["docs/guide/review.md", "docs/results/review.md"],
    "docs/zh/strength.md": ["docs/results/strength.md"],
    "docs/zh/upload.md": ["docs/guide/upload.md"],
    "docs/zh/viewer.md": ["docs/guide/viewer.md"],
}
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
    return tree / "build" / "site"


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
    chinese = (site / "zh" / "review.html").read_text(encoding="utf-8")
    assert 'href="../results/review.html#is-a-lost-point-a-point"' in chinese
    assert "失一分真是一分吗" in chinese


@pytest.mark.thorough
def test_the_api_is_made_of_docstrings(site: Path) -> None:
    text = (site / "reference" / "api.html").read_text(encoding="utf-8")
    for name in ("mj_bot.state.GameState", "mj_lab.env.VectorEnv.step", "mj_engine.playouts"):
        assert f'id="{name}"' in text
    assert "What one seat knows: fold requests into it" in text
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


def bare(shown: ShownCommand) -> str:
    """A command without what is said beside it."""
    return re.sub(r"\s+#.*", "", shown.text)


def test_every_chinese_page_has_its_english_ones() -> None:
    pages = {f"docs/zh/{path.name}" for path in ROOT.glob("docs/zh/*.md")}
    assert pages | {"README.zh.md"} == set(SHOWN_BY)


@pytest.mark.parametrize("chinese", SHOWN_BY)
def test_a_chinese_page_shows_the_commands_of_the_english_ones(chinese: str) -> None:
    ours = [bare(one) for english in SHOWN_BY[chinese] for one in commands_of(ROOT / english)]
    assert list(map(bare, commands_of(ROOT / chinese))) == ours


def test_the_main_pages_are_there_in_chinese() -> None:
    names = {Path(chinese).stem for chinese in SHOWN_BY}
    assert {"README.zh", "play", "viewer", "review", "upload", "strength", "notation"} <= names
    for chinese in SHOWN_BY:
        text = (ROOT / chinese).read_text(encoding="utf-8")
        words = len(re.findall(r"[\u4e00-\u9fff]", text))
        assert words > 300, chinese
