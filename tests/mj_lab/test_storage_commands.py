"""Commands whose SQLite file fails: they go on without it, or one line and exit code 2."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from mj_lab.core.database import Database, FileKind, open_database
from mj_lab.core.records.index import index_file
from mj_lab.core.records.index.building import IndexBuilder
from mj_lab.core.records.index.index_file import open_index
from mj_lab.explain.quiz.store import QuizStore
from tests.command import ended
from tests.mj_lab.storage import FAULTS
from tests.mj_lab.web.server.my_games.played import played_table

# The words of a command, its file, and whether it writes there.
COMMANDS = [
    ("records index new.jsonl --store saved/index.db", "saved/index.db", True),
    ("review saved/index.db --tactic odds", "saved/index.db", True),
    ("quiz score --store saved/quiz.sqlite", "saved/quiz.sqlite", False),
    ("arena score --matches saved", "saved/tables/tables.db", False),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    played_table(folder, 3, again=False)
    with closing(open_index(folder / "index.db", write=True)) as index:
        IndexBuilder(index, print).add([folder / "tables"])
    QuizStore(folder / "quiz.sqlite").close()
    return folder


@pytest.mark.parametrize("kind", [kind for kind in FAULTS if kind != "folder gone"])
def test_a_command_ends_in_a_line(
    kept: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(path: Path, file_kind: FileKind, *, write: bool, timeout: float) -> Database:
        assert timeout == 10 or not write
        return open_database(path, file_kind, write=write)

    monkeypatch.setattr(index_file, "open_database", opened)  # It waits ten seconds for others.
    copytree(kept, tmp_path / "saved")
    (hand,) = (tmp_path / "saved" / "tables").glob("*.jsonl")
    hand.rename(tmp_path / "new.jsonl")  # There is something to write into the index.
    for words, name, writes in COMMANDS:
        if words.startswith("review") and kind in ("full", "read-only", "no journal"):
            continue  # As locked: it says so when a review is made, which takes seconds.
        with FAULTS[kind](tmp_path / name):
            code, out, err = ended(*words.split(), folder=tmp_path)
        if code:
            assert (code, out, len(err.splitlines())) == (2, "", 1), (words, err)
            assert err.startswith("mj: ") and Path(name).name in err, (words, err)
        assert code or (not writes or kind in ("damaged", "cut short")), (words, kind)
