"""Files that are no run of ours are refused in one line, and not a byte of them is changed.

All of it, 2,000 damaged files: pytest -m slow tests/mj_lab/core/runner/test_store_file.py
"""

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from mj_lab.core.database import DatabaseError
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import STORED_RUN, Store
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.league import League, run_league
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.kept_duel import read_duel
from mj_lab.measure.arena.report.league_summary import league_summary
from mj_lab.measure.arena.report.strength import strength_page

Runs = list[tuple[Path, Callable[[Path], str]]]

DUEL, WALLS = Duel(("random", "random"), quick=True, seed="3"), 4
LEAGUE = League(("random",) * 4, rounds=1, seatings=4, seed="3")


def use_duel(path: Path) -> str:
    """What `mj duel --store` does with it, and `mj arena strength` after that."""
    with Store(path, DUEL.settings()) as store:
        summary = summary_of(run_duel(DUEL, LocalEngine(1), store, WALLS)).to_json()
    del summary["timing"]
    strength_page([read_duel(path)])
    return str(summary)


def use_league(path: Path) -> str:
    with Store(path, LEAGUE.settings()) as store:
        summary = league_summary(run_league(LEAGUE, LocalEngine(1), store)).to_json()
    del summary["timing"]
    return str(summary)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    folder = tmp_path_factory.mktemp("runs")
    use_duel(folder / "duel.db")
    use_league(folder / "league.db")
    return [(folder / "duel.db", use_duel), (folder / "league.db", use_league)]


@pytest.fixture
def change(tmp_path: Path, runs: Runs) -> Callable[..., Path]:
    """A copy of the duel's file after these statements."""

    def changed(*statements: str) -> Path:
        path = tmp_path / "changed.db"
        shutil.copy(runs[0][0], path)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.execute("PRAGMA journal_mode=DELETE")
        return path

    return changed


@pytest.mark.parametrize("in_log", [False, True])
def test_a_run_of_before_is_taken_over(tmp_path: Path, runs: Runs, in_log: bool) -> None:
    """As 0.3.0 made it: no number in the header, and all in the log if it was killed."""
    path, killed = tmp_path / "old.db", tmp_path / "killed"
    killed.mkdir()
    with closing(sqlite3.connect(runs[0][0])) as connection:
        settings = connection.execute("SELECT settings FROM run").fetchone()
        units = connection.execute("SELECT * FROM unit").fetchall()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS run (settings TEXT NOT NULL)")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS unit"
            " (key TEXT PRIMARY KEY, games TEXT NOT NULL, extra TEXT NOT NULL)"
        )
        connection.execute("INSERT INTO run VALUES (?)", settings)
        connection.executemany("INSERT INTO unit VALUES (?, ?, ?)", units[:2])
        if in_log:
            shutil.copy(path, killed)
            shutil.copy(f"{path}-wal", killed)
    if in_log:
        path = killed / path.name
        assert path.stat().st_size <= 4096
    assert use_duel(path) == use_duel(runs[0][0])
    assert int.from_bytes(path.read_bytes()[68:72], "big") == STORED_RUN.application_id


def put(column: str, old: str, new: str) -> str:
    """Another text in the place of one, in every unit."""
    return f"UPDATE unit SET {column} = replace({column}, '{old}', '{new}')"


# As rows were before they had checksums.
UNSIGNED = "UPDATE unit SET extra = json_remove(extra, '$.checksum')"


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (["PRAGMA user_version=0"], "form 0"),
        (["DROP TABLE run", "CREATE TABLE run (other)"], "the table run is not ours"),
        (["DROP TABLE unit", "CREATE TABLE unit (games, extra)"], "the table unit is not ours"),
        (["DROP TABLE unit", "CREATE VIEW unit AS SELECT 1 AS a"], "the table unit is not ours"),
        (["DROP TABLE run"], "no such table: run"),
        (["DELETE FROM run"], "no settings"),
        (["UPDATE run SET settings = '[1]'"], "not an object"),
        (["UPDATE run SET settings = x'ff'"], "no settings"),
        ([f"UPDATE run SET settings = '{'[' * 50_000}'"], "no settings"),
        (["UPDATE unit SET key = 'x' WHERE key = '0'"], "no unit's name"),
        (["UPDATE unit SET key = x'00' WHERE key = '0'"], "not text"),
        (["UPDATE unit SET games = '[]'"], "a wall without games"),
        (["UPDATE unit SET games = '{}'"], "games"),
        (["UPDATE unit SET games = '[{}]'"], "not readable"),
        (["UPDATE unit SET games = '[1]'"], "games"),
        ([put("games", "[0,1,0,1]", "[0,0,0,0]"), UNSIGNED], "seatings"),
        ([put("games", "[0,1,0,1]", "[1,0,1,0]")], "its checksum differs"),
        ([put("games", '"scores":[', '"scores":[1'), UNSIGNED], "an impossible game"),
        (["UPDATE run SET settings = replace(settings, 'true', 'false')"], "its checksum differs"),
        ([put("games", "[0,1,0,1]", "[0,1,0,7]")], "an impossible game"),
        ([put("games", "[0,1,0,1]", "[0,1]")], "an impossible game"),
        (["UPDATE unit SET extra = '{}'"], "the rest: times"),
        (["UPDATE unit SET extra = '[]'"], "unit"),
        ([put("extra", '"seconds":', '"seconds":1e999,"x":')], "finite"),
        ([put("extra", '"buckets":[[', '"buckets":[[9999,1],[')], "buckets"),
        ([put("extra", '"faults":[', '"faults":[1')], "faults"),
    ],
)
def test_what_is_wrong_with_a_file_of_ours_is_told_in_one_line(
    change: Callable[..., Path], statements: list[str], told: str
) -> None:
    path = change(*statements)
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=told) as raised:
        use_duel(path)
    assert str(path) in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1
    if "unit" not in statements[0]:
        assert path.read_bytes() == before


def test_what_sqlite_quotes_may_be_no_text(change: Callable[..., Path]) -> None:
    path = change()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE unit (key", b"CREATE TABLE unit \xdd\xff\xfe(", 1))
    assert path.read_bytes() != data
    for use in (use_duel, read_duel):
        with pytest.raises(DatabaseError, match="not a stored run"):
            use(path)


@pytest.mark.parametrize("there", ["nothing", "no byte", "a run"])
def test_a_link_is_followed_and_stays(tmp_path: Path, runs: Runs, there: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "run.db", tmp_path / "link.db"
    if there == "no byte":
        target.touch()
    elif there == "a run":
        shutil.copy(runs[0][0], target)
    link.symlink_to(target)
    assert use_duel(link) == use_duel(runs[0][0])
    assert link.is_symlink()
    assert target.read_bytes()[:6] == b"SQLite"
    left = {path.name for path in tmp_path.rglob("*")}
    assert left - {"run.db-wal", "run.db-shm"} == {"elsewhere", "run.db", "link.db"}


def test_two_that_start_at_once_make_one_file(tmp_path: Path) -> None:
    Store(tmp_path / "run.db", {"kind": "first"}).close()
    before = (tmp_path / "run.db").read_bytes()
    code = (
        "import sys; from pathlib import Path;"
        "import mj_lab.core.database as database;"
        "from mj_lab.core.runner.store import Store;"
        "database._is_new = lambda path: True; Path.exists = lambda self, **more: False;"
        "Store(Path(sys.argv[1]), {'kind': 'second'})"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "run.db")]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert "run.db is of another run: its kind is 'first', not 'second'" in done.stderr
    assert (tmp_path / "run.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.db"]


# -- damage ---------------------------------------------------------------------------------------


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A file with some bits, a stretch, a page or its end not as they were."""
    changed = bytearray(data)
    kind = chance.randrange(6)
    if kind == 0:
        for _ in range(chance.randint(1, 40)):
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        changed[chance.randrange(100)] = chance.randrange(256)
    elif kind == 2:
        del changed[chance.randrange(len(changed)) :]
    elif kind == 3:
        start = chance.randrange(len(changed))
        length = min(chance.randint(1, 5000), len(changed) - start)
        changed[start : start + length] = chance.choice([bytes(length), chance.randbytes(length)])
    elif kind == 4:
        pages = len(changed) // 4096
        one, two = chance.randrange(pages) * 4096, chance.randrange(pages) * 4096
        changed[one : one + 4096] = changed[two : two + 4096]
    else:  # The text in it: what JSON and its checks have to hold.
        for _ in range(chance.randint(1, 12)):
            changed[chance.randrange(4096, len(changed))] = chance.choice(b'0123456789[]{},"-.eE')
    return bytes(changed)


IN_AN_HOUR = (pytest.mark.slow, pytest.mark.timeout(3600))


@pytest.mark.parametrize(
    ("count", "seed"),
    [pytest.param(20, 1, marks=pytest.mark.thorough), pytest.param(2000, 2, marks=IN_AN_HOUR)],
)
def test_damaged_files(tmp_path: Path, runs: Runs, count: int, seed: int) -> None:
    folder = tmp_path
    chance, told, wanted = random.Random(seed), 0, [use(path) for path, use in runs]
    for number in range(count):
        which = number % len(runs)
        good, use = runs[which]
        path = folder / "damaged.db"
        for old in folder.iterdir():
            old.unlink()
        data = damaged(good.read_bytes(), chance)
        path.write_bytes(data)
        try:
            assert use(path) == wanted[which], (seed, number)
        except DatabaseError as error:
            told += 1
            assert str(path) in str(error), (seed, number)
            assert len(str(error).splitlines()) == 1, (seed, number)
            assert not (folder / "damaged.db-journal").exists()
    print(f"{count} damaged files, {told} told, the rest still good to read")
    assert told > count / 3
    assert [use(path) for path, use in runs] == wanted
