"""Questions on disk: what is written is read, and what is no question is refused in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.records.json_lines import RecordError
from mj_lab.explain.quiz.question import (
    question_line,
    question_of_record,
    read_questions,
    without_copies,
    write_questions,
)
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches


@pytest.mark.parametrize("name", ["some.jsonl", "some.jsonl.gz"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    questions = [discard_question(matches()[0]), complete_question()]
    write_questions(tmp_path / name, questions)
    before = (tmp_path / name).read_bytes()
    assert read_questions(tmp_path / name) == questions
    write_questions(tmp_path / name, questions)
    assert (tmp_path / name).read_bytes() == before
    assert without_copies([*questions, *questions]) == questions


def changed(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**record, **changes}


def test_what_is_no_question() -> None:
    decision = json.loads(question_line(discard_question(matches()[0])))
    counting = json.loads(question_line(complete_question()))
    for record, told in (
        (None, "no question"),
        ([], "no question"),
        (changed(decision, id="../etc"), "id"),
        (changed(decision, theme="moon"), "theme"),
        (changed(decision, more=1), "more"),
        (changed(decision, answers=[]), "answers"),
        (changed(decision, answers=[{"action": "PLAY H1"}, {"action": "PASS"}]), "'PLAY H1'"),
        (changed(decision, requests=["0 0 0", "2 W1"]), "no question"),
        (changed(decision, requests=["x"]), "no question"),
        (changed(decision, requests=[]), "no question"),
        (changed(decision, kind="fan"), "kind fan"),
        (changed(counting, kind="claim"), "kind claim"),
        (changed(counting, answers=[{"action": "8"}, {"action": "-1"}]), "'-1'"),
        (changed(decision, answers=[{"action": "PASS", "lost": float("nan")}] * 2), "lost"),
    ):
        with pytest.raises(ValueError, match="no question") as error:
            question_of_record(record)
        assert told in str(error.value)
        assert "\n" not in str(error.value)


def test_a_bad_line_is_told_with_its_place(tmp_path: Path) -> None:
    line = question_line(complete_question())
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{line}\n{{"id": 1}}\n', encoding="utf-8")
    with pytest.raises(RecordError, match="bad.jsonl: line 2: no question"):
        read_questions(path)
