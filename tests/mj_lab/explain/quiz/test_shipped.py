"""The questions that ship: whole, small, of every theme, and still what the adviser answers."""

import json
import re
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from mj_bot.actions import action_space
from mj_bot.tactics import load
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.text.fan_rules import fan_rule
from mj_lab.explain.quiz import shipped
from mj_lab.explain.quiz.making.fan_hands import study_of
from mj_lab.explain.quiz.making.taking import by_theme
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.themes import THEMES, theme_of
from mj_lab.explain.quiz.trainer import QuizTrainer


def test_they_are_small_and_of_every_theme() -> None:
    assert shipped.SHIPPED_QUESTIONS.stat().st_size < 300_000
    told, name = shipped.CHECKSUM.read_text(encoding="utf-8").split()
    assert sha256(shipped.SHIPPED_QUESTIONS.read_bytes()).hexdigest() == told
    assert Path(__file__).parents[4] / name == shipped.SHIPPED_QUESTIONS
    questions = shipped.shipped_questions()
    assert len({one.id for one in questions}) == len(questions) >= 420
    counts = by_theme(questions)
    assert set(counts) == set(THEMES)
    assert min(counts.values()) >= 60
    # The docs say how many there are.
    page = Path(__file__).parents[4] / "docs" / "guide" / "training.md"
    text = page.read_text(encoding="utf-8")
    for theme, count in counts.items():
        assert re.search(rf"^\| `{theme}` \|.*\| {count} \|$", text, re.MULTILINE), theme


def test_no_two_are_of_one_game() -> None:
    """So none of a round can show another's answer: not the same wall, nor the same hand."""
    questions = shipped.shipped_questions()
    assert len({one.game for one in questions}) == len(questions)
    assert len({one.game_name for one in questions}) == len(questions)
    asked = [
        json.dumps([one.requests[1:2], one.complete and one.complete.hand]) for one in questions
    ]
    assert len(set(asked)) == len(asked)


def test_every_round_is_of_as_many_games(tmp_path: Path) -> None:
    """Over all rounds of all themes, until every question was asked."""
    questions = shipped.shipped_questions()
    games = {one.id: one.game for one in questions}
    with closing(QuizStore(tmp_path / "quiz.sqlite")) as store:
        trainer = QuizTrainer(questions, store)
        for themes in ((), *[(theme,) for theme in THEMES]):
            names = trainer.session(themes, 100)
            assert len({games[name] for name in names}) == len(names) > 0
        assert len(set(trainer.session((), 10))) == 10
        assert {trainer.question(name).theme for name in trainer.session((), 6)} == set(THEMES)


def test_every_one_has_its_game() -> None:
    """The judge plays it again, and sends the seat what the question has of it."""
    for question in shipped.shipped_questions():
        moment = question.moment
        assert moment is not None
        match = moment.match(question.game_name)
        assert question.source == f"{match.id} seat {moment.seat} turn {moment.turn}"
        view = seat_of(match, moment.seat)
        if question.requests:
            assert question.requests == view.requests[: moment.turn + 1]
            assert question.responses == view.responses[: moment.turn]


def test_another_file_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "questions.jsonl.gz"
    path.write_bytes(shipped.SHIPPED_QUESTIONS.read_bytes()[:-1] + b"x")
    monkeypatch.setattr(shipped, "SHIPPED_QUESTIONS", path)
    shipped.shipped_questions.cache_clear()
    with pytest.raises(ValueError, match="not the shipped questions"):
        shipped.shipped_questions()
    shipped.shipped_questions.cache_clear()


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_keys_are_what_the_bot_plays(step: int) -> None:
    """If one is not: docs/reference/quiz.md has the command that makes the set anew."""
    bot = load(ADVISER, seed=0)
    decisions = [one for one in shipped.shipped_questions() if one.kind != "fan"]
    for question in decisions[::step]:
        state = question.state()
        assert str(bot(state)) == question.best.action, question.source


def test_every_key_is_legal_and_was_played_on() -> None:
    """In 200 worlds the next answer loses by two errors and a point (docs/reference/quiz.md)."""
    for question in shipped.shipped_questions():
        if question.kind == "fan":
            continue
        state = question.state()
        legal = {str(one) for one in action_space(state)}
        assert {one.action for one in question.answers} <= legal
        assert question.theme == theme_of(state, question.answers)
        lost = [one.lost for one in question.answers]
        assert lost == sorted(lost) and lost[0] == 0
        proof = question.proof
        assert proof is not None and proof.told in lost and proof.worlds == 200
        assert proof.true is not None and proof.error is not None
        assert proof.true >= max(1.0, 2 * proof.error)


def test_fan_are_the_judges_and_every_one_is_explained() -> None:
    counting = [one for one in shipped.shipped_questions() if one.complete is not None]
    assert counting
    for question in counting:
        assert question.complete is not None
        study = study_of(question.complete)
        assert study["fan"] == int(question.best.action)
        assert all(all(fan_rule(name)) for name, *_ in study["fans"])
