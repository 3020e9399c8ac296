"""The files of the site: whole, linked within the folder, under a policy of their own."""

import gzip
import json
import re

import pytest

from mj_bot.tactics import DEFAULT
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.table.play.orders import close_codes
from mj_lab.web.server.front.pages import choices as choices_at_a_server
from mj_lab.web.site.pages import SHARED, site_pages
from mj_lab.web.site.quiz_data import packed_quiz
from mj_lab.web.site.rules import ENGINE_TACTICS, site_choices, site_rules


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return site_pages(has_docs=True)


def test_links_are_relative_and_lead_to_pages(pages: dict[str, str]) -> None:
    beside = {"manifest.webmanifest", "docs/install.html"}
    shared = {SHARED.at + name for name in SHARED.made}
    for name, html in pages.items():
        links = re.findall(r'(?:href|src)="([^"#]*)', html.partition('id="data"')[0])
        assert links, name
        assert set(links) <= {*pages, *beside, *shared, ""}, name


def test_pages_share_what_they_have_in_common(pages: dict[str, str]) -> None:
    """In bytes as hosts send them; one that compresses nothing sends thrice as many."""
    files = {f"{SHARED.at}{name}": gzip.compress(data) for name, data in SHARED.made.items()}
    needs = {}
    for name, html in pages.items():
        assert "<style" not in html, name
        assert len(re.findall(r"<script(?! src=)", html)) == 1, name  # Its data.
        needs[name] = set(re.findall(r'(?:<script src|stylesheet" href)="([^"]+)"', html))
    for first, known in needs.items():
        for second, wanted in needs.items():
            size = sum(len(files[one]) for one in wanted - known)
            assert size + len(gzip.compress(pages[second].encode())) < 60_000, (first, second)


def test_no_page_may_ask_another_host(pages: dict[str, str]) -> None:
    for name, html in pages.items():
        found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
        assert found, name
        policy = found[1].replace("&#39;", "'")
        assert "connect-src 'self'" in policy and "default-src 'none'" in policy, name
        assert not re.search(r"https?:|\*|'unsafe-", policy), name


def test_levels_are_what_the_engine_plays() -> None:
    choices = site_choices()
    assert choices["levels"] == choices_at_a_server()["levels"]
    levels = [level["tactic"] for level in choices["levels"]]
    assert levels == [one for one in ENGINE_TACTICS if one not in ("random", "odds")]
    assert levels[-1] == ENGINE_TACTICS[-1] == DEFAULT
    assert choices["tactic"] in ENGINE_TACTICS
    assert json.loads(json.dumps(site_rules()))["closes"] == close_codes()


@pytest.mark.thorough
def test_every_question_is_there_with_its_answers() -> None:
    rows = json.loads(gzip.decompress(packed_quiz()))
    questions = shipped_questions()
    assert [row["shown"]["id"] for row in rows] == [one.id for one in questions]
    for row, question in zip(rows, questions, strict=True):
        assert [one["action"] for one in row["answers"]] == [one.action for one in question.answers]
        # The key is in no question.
        assert not {"answers", "best", "lost"} & row["shown"].keys()
        assert all("reason" in one for one in row["answers"]) == (question.kind != "fan")
