"""`make quick` finds what a change can break: its room, its importers, its page, its document."""

import subprocess
from pathlib import Path

import pytest

from tests.quick import FAST, ROOT, changed_files, chosen_tests

ALWAYS = {"tests/test_house.py", "tests/test_project.py"}


@pytest.mark.parametrize(
    ("changed", "among"),
    [
        (
            "mj_bot/odds/evaluator.py",
            ["mj_bot/odds/evaluator.py", "tests/mj_bot/odds", "tests/mj_bot/tactics/test_odds.py"],
        ),
        ("mj_bot/tiles.py", ["tests/mj_bot/test_tiles.py", "tests/mj_bot/test_events.py"]),
        (
            "mj_lab/explain/review/reviewing.py",
            ["tests/mj_lab/explain/review", "tests/mj_lab/core/records/index/test_index.py"],
        ),
        ("mj_lab/web/server/assets/play/play.js", ["tests/mj_lab/web/server"]),
        ("mj_engine/cpp/odds/odds.cpp", ["tests/mj_engine"]),
        ("tests/mj_bot/test_tiles.py", ["tests/mj_bot/test_tiles.py"]),
        ("tests/mj_lab/measure/tune/conftest.py", ["tests/mj_lab/measure/tune"]),
        (
            "tests/mj_lab/core/records/convert/judged.py",
            ["tests/mj_lab/core/records/convert/test_round_trips.py"],
        ),
        ("docs/guide/play.md", ["tests/test_docs.py", "tests/test_doc_commands.py"]),
        ("handin.py", ["tests/test_handin.py"]),
    ],
)
def test_what_is_run_for_a_change(changed: str, among: list[str]) -> None:
    found = chosen_tests([changed])
    assert set(among) | ALWAYS <= set(found)
    assert all((ROOT / one).exists() for one in found)
    assert len(found) < 200


def test_a_room_stands_for_its_files() -> None:
    both = chosen_tests(
        ["mj_lab/explain/review/text.py", "tests/mj_lab/explain/review/test_text.py"]
    )
    assert "tests/mj_lab/explain/review" in both
    assert not [one for one in both if one.startswith("tests/mj_lab/explain/review/")]


def test_of_nothing_nothing_is_run() -> None:
    assert chosen_tests([]) == []


def test_the_makefile_means_the_same_by_fast() -> None:
    chosen = f'CHOSEN := $(if $(THOROUGH),"not slow","{FAST}")'
    assert chosen in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_what_git_says_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.quick.ROOT", tmp_path)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    (tmp_path / "one.py").write_text("1\n")
    (tmp_path / "two.py").write_text("2\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "begun"]):
        subprocess.run([*git, *words], check=True)
    assert changed_files() == []
    (tmp_path / "one.py").write_text("11\n")
    (tmp_path / "new name.py").write_text("3\n")
    assert changed_files() == ["new name.py", "one.py"]
    subprocess.run([*git, "commit", "-qam", "more"], check=True)
    assert changed_files() == ["new name.py"]
    assert changed_files("HEAD~1") == ["new name.py", "one.py"]
