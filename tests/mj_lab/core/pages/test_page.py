"""Pages of one file: what is in them is safe, whole, and asks for nothing."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mj_bot import tactics
from mj_bot.tiles import ALL_CODES
from mj_lab.core.pages import font_build
from mj_lab.core.pages.font_build import CHARACTERS, needed
from mj_lab.core.pages.page import ASSETS, data_block
from mj_lab.core.pages.tile_art import tile_symbols
from mj_lab.core.records.match import Match
from mj_lab.core.text.fan_names import ENGLISH_NAMES
from mj_lab.explain.review.replay.match_page import default_seat, replay_page
from tests.recorded import Recorded

LAB = ASSETS.parents[2]
SCRIPTS = sorted(LAB.rglob("assets/**/*.js"))
TEMPLATES = sorted(LAB.rglob("assets/**/*.html"))

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(JSON)
@example(["</script>", "<!--<script>", "]]>", "\u2028\u2029", "\ud800"])
def test_data_comes_out_as_it_went_in_and_ends_no_element(data: object) -> None:
    block = data_block(data)
    assert json.loads(block) == data
    assert block.isascii()
    assert not set("<>&") & set(block)


class Elements(HTMLParser):
    """What is in a page: the text of scripts and styles, and every attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.attributes: list[tuple[str, str, str]] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag in self.texts:
            self.texts[tag].append("")
            self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[self.inside][-1] += data


@pytest.fixture(scope="module")
def page(recorded: Recorded) -> str:
    match = Match.model_validate(recorded("botzone_matches")[0])
    return replay_page(match, default_seat(match), tactics.load("greedy"), "greedy")


def test_the_policy_names_the_pages_own_script_and_style(page: str) -> None:
    elements = Elements()
    elements.feed(page)
    policies = [
        value for tag, name, value in elements.attributes if (tag, name) == ("meta", "content")
    ]
    policy = next(value for value in policies if "default-src" in value)
    assert policy.startswith("default-src 'none'; ")
    _, script = elements.texts["script"]
    (style,) = elements.texts["style"]
    for kind, text in (("script", script), ("style", style)):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    # Browsers ask for an icon that a page does not name, and say that its policy forbids it.
    assert "img-src data:" in policy
    assert page.count('<link rel="icon" href="data:image/svg+xml;') == 1


def test_a_page_asks_for_nothing(page: str) -> None:
    elements = Elements()
    elements.feed(page)
    for tag, name, value in elements.attributes:
        assert name not in ("src", "srcset", "action", "style") or value.startswith("data:")
        assert not name.startswith("on"), (tag, name)
        if name == "href":
            assert value.startswith("data:" if tag == "link" else "#")
    (style,) = elements.texts["style"]
    assert all(url.startswith("data:") for url in re.findall(r"url\(([^)]*)\)", style))
    assert "@import" not in style


def test_scripts_put_text_in_as_text() -> None:
    for path in SCRIPTS:
        code = path.read_text(encoding="utf-8")
        for deal_in in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert deal_in not in code, (path.name, deal_in)


def test_every_tile_is_drawn_as_no_other_and_without_a_font() -> None:
    art = tile_symbols()
    names = re.findall(r'<symbol id="tile-([^"]+)"', art)
    assert names == [*ALL_CODES, "back"]
    drawings = re.findall(r'<symbol id="[^"]+"[^>]*>(.*?)</symbol>', art)
    assert len(drawings) == len(set(drawings)) == 43
    assert "<text" not in art
    assert "style=" not in art
    variables = set(re.findall(r"var\(--tile-([a-z-]+)\)", art))
    assert variables == {"face", "edge", "back", "back-line", "ink", "red", "green", "blue"}
    themes = (ASSETS / "base.css").read_text(encoding="utf-8").split("*, *::before")[0]
    for variable in variables:
        assert themes.count(f"--tile-{variable}:") == 2


def texts() -> dict[str, list[str]]:
    """The texts of every room: of the pages, and of one page alone (`*_texts.js`)."""
    files = [path for path in SCRIPTS if path.stem.endswith("texts")]
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    pairs = re.findall(r'(\w+): \[\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\]', code)
    return {key: [json.loads(english), json.loads(chinese)] for key, english, chinese in pairs}


def test_every_text_is_there_in_both_languages() -> None:
    known = texts()
    for key, (english, chinese) in known.items():
        assert english, key
        assert chinese, key
        ours, theirs = (set(re.findall(r"\{\w+\}", text)) for text in (english, chinese))
        # Chinese calls the bot that one is compared with 机器人, not by its tactic.
        assert theirs == ours - ({"{tactic}"} if "机器人" in chinese else set()), key
    used = set()
    for path in (*SCRIPTS, *TEMPLATES):
        code = path.read_text(encoding="utf-8")
        used |= set(re.findall(r'MJ\.t\(\s*"(\w+)"\s*[,)]', code))
        used |= set(re.findall(r'data-t(?:-label)?="(\w+)"', code))
    assert used
    assert used <= set(known), used - set(known)


def test_the_font_has_every_character_of_the_pages() -> None:
    # If one is missing: python -m mj_lab.core.pages.font_build.
    assert set(needed()) <= set(CHARACTERS.read_text(encoding="utf-8").strip())


def test_the_licence_names_the_fonts_and_the_file_that_makes_them() -> None:
    licence = (ASSETS / "cjk-license.txt").read_text(encoding="utf-8").partition("\n\n")[0]
    fonts, makers = (re.findall(rf"\S+\.{suffix}\b", licence) for suffix in ("woff2", "py"))
    assert sorted(fonts) == sorted(path.name for path in ASSETS.glob("*.woff2"))
    assert [LAB.parent / maker for maker in makers] == [Path(font_build.__file__)]


def test_fan_names_are_in_the_page(page: str) -> None:
    *_, last = re.findall(r"^MJ\.LABELS = (\{.*\});$", page, re.MULTILINE)
    assert json.loads(last)["fans"] == ENGLISH_NAMES
