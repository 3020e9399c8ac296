"""The own deck: apart from the shipped questions, to lines and back, whatever is damaged."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.deck import deck_line, read_deck
from mj_lab.explain.quiz.schedule import Card
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.trainer import QuizTrainer
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches
from tests.recorded import Recorded

MONDAY = 739_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[QuizStore]:
    with closing(QuizStore(tmp_path / "quiz.sqlite")) as opened:
        yield opened


@pytest.fixture
def match(recorded: Recorded) -> Match:
    """A hand whose East made five mistakes."""
    return Match.model_validate(recorded("judged_games")[33])


def places(match: Match) -> list[tuple[int, int]]:
    return [(0, turn) for turn in range(len(match.requests))]


def test_mistakes_are_kept_once_and_asked_apart(store: QuizStore, match: Match) -> None:
    shipped = [discard_question(one) for one in matches()[:3]]
    trainer = QuizTrainer(shipped, store)
    assert trainer.session(deck="own") == []
    assert trainer.keep(match, places(match)) == 5
    assert trainer.keep(match, places(match)[::-1] * 2) == 0
    # One of each game is asked of the shipped; of the own, whose games one knows, every one.
    own = trainer.session(today=MONDAY, deck="own")
    assert len(own) == 5
    assert trainer.session(today=MONDAY, deck="shipped") == [one.id for one in shipped]
    missed = trainer.question(own[0])
    graded = trainer.answered(missed.id, missed.played, MONDAY)
    assert not graded["right"] and graded["again"] and graded["days"] == 1
    score = trainer.score(MONDAY, "own")
    assert (score["questions"], score["seen"], score["answers"]) == (5, 1, 1)
    assert trainer.score(MONDAY + 1, "own")["due"] == 1
    assert trainer.score(MONDAY, "shipped")["answers"] == 0
    assert trainer.session(today=MONDAY + 1, deck="own")[0] == missed.id
    assert trainer.drop(missed.id) == 4 == len(trainer.session(today=MONDAY, deck="own"))
    # Kept again, it is as well known as it was.
    assert trainer.keep(match, places(match)) == 1
    assert trainer.score(MONDAY + 1, "own")["due"] == 1


def test_a_claims_two_discards_are_told_apart(store: QuizStore, recorded: Recorded) -> None:
    trainer = QuizTrainer([], store)
    match = Match.model_validate(recorded("judged_games")[2])
    trainer.keep(match, [(2, turn) for turn in range(len(match.requests))])
    claim = next(one for one in store.questions() if one.kind == "claim")
    options = {one["action"]: one.get("then") for one in trainer.shown(claim.id)["options"]}
    assert options == {"PENG B1": "B1", "PENG W8": "W8", "PASS": None}


def test_it_goes_to_lines_and_back(store: QuizStore, match: Match, tmp_path: Path) -> None:
    trainer = QuizTrainer([], store)
    trainer.keep(match, places(match))
    answered = trainer.question(trainer.session(deck="own")[1])
    trainer.answered(answered.id, answered.best.action, MONDAY)
    text = trainer.deck_lines()
    with closing(QuizStore(tmp_path / "other.sqlite")) as other:
        loaded = QuizTrainer([], other)
        came = loaded.add_deck(text.split("\n"))
        assert came == {"kept": 5, "all": 5, "damaged": 0, "fault": ""}
        assert loaded.deck_lines() == text
        assert other.cards() == store.cards()
        # What was answered here keeps its card.
        loaded.answered(answered.id, answered.played, MONDAY + 1)
        card = other.cards()[answered.id]
        assert loaded.add_deck(text.split("\n"))["kept"] == 0
        assert other.cards()[answered.id] == card


def test_damaged_lines_are_left_out_and_the_first_is_told() -> None:
    good = [discard_question(one) for one in matches()[:2]]
    card = Card(1, 2.6, 1, MONDAY)
    whole = deck_line(good[0], card)
    record = json.loads(whole)
    lines = [
        whole,
        "",
        whole[:-20],
        json.dumps({**record, "card": [1, "x", 1, 1]}),
        json.dumps({**record, "card": [1, 2.6, 1, 10**30]}),
        json.dumps({**record, "answers": record["answers"][:1]}),
        json.dumps({**record, "answers": [{"action": "PLAY J9"}, *record["answers"]]}),
        "[]",
        "\ufeff\ud800 what",
        deck_line(complete_question(), None),
        deck_line(good[1], None),
    ]
    deck = read_deck(lines)
    assert deck.found == [(good[0], card), (complete_question(), None), (good[1], None)]
    assert deck.damaged == 7
    assert deck.fault.startswith("line 3: ") and "\n" not in deck.fault and len(deck.fault) <= 160
