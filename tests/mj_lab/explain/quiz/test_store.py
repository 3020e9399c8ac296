"""Progress on disk: kept over an end, and no other file is touched."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from mj_lab.core.database import DatabaseError
from mj_lab.explain.quiz.schedule import Card
from mj_lab.explain.quiz.store import PROGRESS, GivenAnswer, QuizStore
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches


def given(question: str, day: int = 1, right: bool = True) -> GivenAnswer:
    return GivenAnswer(day, question, "fan", "8", 0.0, right)


def test_it_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "quiz.sqlite"
    questions = [complete_question(), discard_question(matches()[0])]
    store = QuizStore(path)
    store.add_answer(given("a"), Card(1, 2.6, 1, 2))
    store.add_answer(given("a", 2, False), Card(0, 2.6, 1, 3))
    assert store.add_questions(questions) == 2
    assert store.add_questions(questions) == 0
    store.close()
    with closing(QuizStore(path)) as again:
        assert again.cards() == {"a": Card(0, 2.6, 1, 3)}
        assert again.answers() == [given("a"), given("a", 2, False)]
        assert again.questions() == questions
        assert again.question_count() == 2
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("PRAGMA application_id").fetchone() == (PROGRESS.application_id,)
        assert plain.execute("PRAGMA user_version").fetchone() == (1,)


def test_another_programs_file_is_left_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("what is this? " * 100)
    with pytest.raises(DatabaseError, match="not a file of quiz") as error:
        QuizStore(text)
    assert "\n" not in str(error.value)
    assert text.read_text() == "what is this? " * 100


def test_a_damaged_question_is_told(tmp_path: Path) -> None:
    store = QuizStore(tmp_path / "quiz.sqlite")
    store.add_questions([complete_question()])
    with closing(sqlite3.connect(tmp_path / "quiz.sqlite")) as plain:
        plain.execute("UPDATE questions SET record = '{}'")
        plain.commit()
    with closing(store), pytest.raises(DatabaseError, match="no question"):
        store.questions()


def test_answers_of_many_threads_are_all_kept(tmp_path: Path) -> None:
    with closing(QuizStore(tmp_path / "quiz.sqlite")) as store:

        def answer(name: str) -> None:
            for _ in range(10):
                store.add_answer(given(name), Card())

        threads = [Thread(target=answer, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(store.answers()) == 40
        assert set(store.cards()) == set("abcd")
