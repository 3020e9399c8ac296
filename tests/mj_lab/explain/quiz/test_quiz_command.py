"""`mj quiz` as one types it: a session, the score, questions out of one's own games."""

import json
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mj_lab.core.records.matches import write_matches
from mj_lab.explain.quiz.question import read_questions, write_questions
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.terminal import QuizAtTerminal
from mj_lab.explain.quiz.trainer import QuizTrainer
from tests.command import mj, refused
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches


def session(tmp_path: Path, *said: str) -> tuple[str, QuizStore]:
    """What a session with two questions prints, and its store."""
    store = QuizStore(tmp_path / "quiz.sqlite")
    trainer = QuizTrainer([discard_question(matches()[0]), complete_question()], store)
    printed, lines = StringIO(), iter(said)

    def read(_prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    console = Console(file=printed, width=100, force_terminal=False)
    QuizAtTerminal(console, trainer, read).run(trainer.session())
    return printed.getvalue(), store


def test_what_was_missed_is_asked_again(tmp_path: Path) -> None:
    discard, counting = discard_question(matches()[0]), complete_question()
    numbers = sorted(int(one.action) for one in counting.answers)
    right = str(1 + numbers.index(int(counting.best.action)))
    blunder, best = discard.answers[3].action.split()[1], discard.best.action.split()[1]
    printed, store = session(tmp_path, "nonsense", "99", blunder.lower(), right, best)
    with closing(store):
        assert [one.right for one in store.answers()] == [False, True, True]
    assert "1/2" in printed and "2/3" in printed and "3/3" in printed
    assert printed.count("no such answer") == 2
    assert "Better 更好" in printed and "9.0 ± 4 points lost 失分 blunder 大错" in printed
    assert "why" in printed and "为何" in printed
    assert f"mj quiz replay {discard.id}" in printed
    assert "1 of 2 right 答对 1/2" in printed
    assert "Pure Straight" in printed and "清龙" in printed


@pytest.mark.parametrize("end", [["q"], []])
def test_it_ends_early_and_keeps_what_was_answered(tmp_path: Path, end: list[str]) -> None:
    best = discard_question(matches()[0]).best.action
    printed, store = session(tmp_path, best, *end)
    with closing(store):
        assert [one.right for one in store.answers()] == [True]
    assert "1 of 1 right" in printed


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def test_the_command(here: Path) -> None:
    done = mj("quiz", "--theme", "fan", "--count", "2", said="1\nq\n")
    assert done.returncode == 0
    assert "How many fan?" in done.stdout and "of 1 right" in done.stdout
    assert (here / ".mj" / "quiz.sqlite").exists()
    assert json.loads(mj("quiz", "score", "--json").stdout)["answers"] == 1


def test_questions_of_ones_own_games(here: Path) -> None:
    write_matches(here / "mine.jsonl", matches()[:1])
    words = ("quiz", "make", "mine.jsonl", "--seat", "0", "--worlds", "0", "--count", "3")
    assert "new: " in mj(*words).stdout
    with closing(QuizStore(here / ".mj" / "quiz.sqlite")) as store:
        kept = store.questions()
    assert 1 <= len(kept) <= 3
    assert all(" seat 0 turn " in one.source for one in kept)
    assert mj(*words, "--out", "set.jsonl").returncode == 0
    assert read_questions(here / "set.jsonl") == kept
    write_questions(here / "again.jsonl", kept)
    assert (here / "again.jsonl").read_bytes() == (here / "set.jsonl").read_bytes()


def test_the_replay_of_a_question(here: Path) -> None:
    question = next(one for one in shipped_questions() if one.kind != "fan")
    assert question.moment is not None
    words = ("quiz", "replay", question.id, "--tactic", "none")
    name, _, turn = mj(*words).stdout.split(":")[0].partition("#t")
    page = (here / name).read_text(encoding="utf-8")
    data = json.loads(page.split('id="data"')[1].split(">", 1)[1].split("</script>")[0])
    assert int(turn) == len(question.requests) - 1
    assert int(turn) in [frame["turn"] for frame in data["frames"]]
    assert len(data["match"]["players"]) == 4
    assert "--force" in refused(*words)
