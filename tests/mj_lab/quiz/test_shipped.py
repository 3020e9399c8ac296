"""The questions that ship: whole, small, of every theme, and still what `odds` answers."""

from hashlib import sha256
from pathlib import Path

import pytest

from mj_bot.tactics import load
from mj_lab.quiz import shipped
from mj_lab.quiz.making.fan_hands import study_of
from mj_lab.quiz.making.taking import by_theme
from mj_lab.quiz.themes import THEMES, theme_of
from mj_lab.text.fan_rules import fan_rule


def test_they_are_small_and_of_every_theme() -> None:
    assert shipped.SHIPPED_QUESTIONS.stat().st_size < 300_000
    told, name = shipped.CHECKSUM.read_text(encoding="utf-8").split()
    assert sha256(shipped.SHIPPED_QUESTIONS.read_bytes()).hexdigest() == told
    assert name.endswith(shipped.SHIPPED_QUESTIONS.name)
    questions = shipped.shipped_questions()
    assert len({one.id for one in questions}) == len(questions) >= 50
    counts = by_theme(questions)
    assert set(counts) == set(THEMES)
    assert min(counts.values()) >= 3


def test_another_file_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "questions.jsonl.gz"
    path.write_bytes(shipped.SHIPPED_QUESTIONS.read_bytes()[:-1] + b"x")
    monkeypatch.setattr(shipped, "SHIPPED_QUESTIONS", path)
    shipped.shipped_questions.cache_clear()
    with pytest.raises(ValueError, match="not the questions that ship"):
        shipped.shipped_questions()
    shipped.shipped_questions.cache_clear()


def test_the_keys_are_what_odds_plays() -> None:
    """If one is not: docs/training.md has the command that makes the set anew."""
    odds = load("odds", seed=0)
    for question in shipped.shipped_questions():
        if question.kind == "fan":
            continue
        state = question.state()
        assert str(odds(state)) == question.best.action, question.source
        assert question.theme == theme_of(state, question.answers)
        assert question.proof is not None
        if question.proof.true is not None:
            assert question.proof.error is not None
            assert question.proof.true >= 2 * question.proof.error
        assert question.answers[-1].lost >= question.proof.told > 0


def test_fan_are_the_judges_and_every_one_is_explained() -> None:
    counting = [one for one in shipped.shipped_questions() if one.complete is not None]
    assert counting
    for question in counting:
        assert question.complete is not None
        study = study_of(question.complete)
        assert study["fan"] == int(question.best.action)
        assert all(all(fan_rule(name)) for name, *_ in study["fans"])
