"""`mj quiz` as one types it: a session, the score, questions out of one's own games."""

import json
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mj_lab.cli import main
from mj_lab.quiz.question import read_questions, write_questions
from mj_lab.quiz.shipped import shipped_questions
from mj_lab.quiz.store import QuizStore
from mj_lab.quiz.terminal import QuizAtTerminal
from mj_lab.quiz.trainer import QuizTrainer
from mj_lab.records.matches import write_matches
from tests.mj_lab.quiz.made import complete_question, discard_question, matches


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


def run(monkeypatch: pytest.MonkeyPatch, *words: str, said: str = "") -> int:
    monkeypatch.setattr("sys.argv", ["mj", *words])
    monkeypatch.setattr("sys.stdin", StringIO(said))
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_the_command(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "quiz", "--theme", "fan", "--count", "2", said="1\nq\n") == 0
    printed = capsys.readouterr().out
    assert "How many fan?" in printed and "of 1 right" in printed
    assert (here / ".mj" / "quiz.sqlite").exists()
    assert run(monkeypatch, "quiz", "score", "--json") == 0
    assert json.loads(capsys.readouterr().out)["answers"] == 1


def test_questions_of_ones_own_games(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_matches(here / "mine.jsonl", matches()[:1])
    words = ("quiz", "make", "mine.jsonl", "--seat", "0", "--worlds", "0", "--count", "3")
    assert run(monkeypatch, *words) == 0
    assert "new: " in capsys.readouterr().out
    with closing(QuizStore(here / ".mj" / "quiz.sqlite")) as store:
        kept = store.questions()
    assert 1 <= len(kept) <= 3
    assert all(" seat 0 turn " in one.source for one in kept)
    assert run(monkeypatch, *words, "--out", "set.jsonl") == 0
    assert read_questions(here / "set.jsonl") == kept
    write_questions(here / "again.jsonl", kept)
    assert (here / "again.jsonl").read_bytes() == (here / "set.jsonl").read_bytes()


def test_the_replay_of_a_question(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = next(one for one in shipped_questions() if one.kind != "fan")
    assert question.moment is not None
    assert run(monkeypatch, "quiz", "replay", question.id, "--tactic", "none") == 0
    name, _, turn = capsys.readouterr().out.split(":")[0].partition("#t")
    page = (here / name).read_text(encoding="utf-8")
    data = json.loads(page.split('id="data"')[1].split(">", 1)[1].split("</script>")[0])
    assert int(turn) == len(question.requests) - 1
    assert int(turn) in [frame["turn"] for frame in data["frames"]]
    assert len(data["match"]["players"]) == 4
    assert run(monkeypatch, "quiz", "replay", question.id, "--tactic", "none") == 2
    assert "--force" in capsys.readouterr().err
