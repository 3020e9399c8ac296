"""The files of the site: whole, linked within the folder, under a policy of their own."""

import gzip
import json
import re

import pytest

from mj_bot.tactics import DEFAULT
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.table.play.orders import close_codes
from mj_lab.web.server.front.pages import choices as choices_at_a_server
from mj_lab.web.site.pages import site_pages
from mj_lab.web.site.quiz_data import packed_quiz
from mj_lab.web.site.rules import ENGINE_TACTICS, site_choices, site_rules


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return site_pages(has_docs=True)


def test_links_are_relative_and_lead_to_pages(pages: dict[str, str]) -> None:
    beside = {"manifest.webmanifest", "icon.svg", "docs/install.html"}
    for name, html in pages.items():
        links = re.findall(r'(?:href|src)="([^"#]*)', html.partition("<script")[0])
        assert links, name
        assert set(links) <= {*pages, *beside, ""}, name


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
