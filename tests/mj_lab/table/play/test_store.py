"""The file of tables: tokens open what they are for, and files of others are left alone."""

import sqlite3
from pathlib import Path

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.play_table import new_table, restored
from mj_lab.table.play.store import PlayStore, SameWall, TokenHolder
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import FOUR_PEOPLE


def test_a_token_opens_its_seat_and_no_other(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    tables = [new_table(store, TableSettings(FOUR_PEOPLE)) for _ in range(3)]
    words = [word for _, tokens in tables for word in tokens.values()]
    assert len(set(words)) == 15
    for table, tokens in tables:
        for player, token in tokens.items():
            assert store.holder(token) == TokenHolder(table.id, player)
    for word in words:
        for guess in (word[:-1], word + "A", word.swapcase(), word[1:] + word[0], " " + word):
            assert store.holder(guess) is None
    for guess in ("", "%", "' OR 1=1 --", "\ud800", "x" * 100_000, tables[0][0].id):
        assert store.holder(guess) is None
    store.close()


def test_the_file_opens_no_seat(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    _, tokens = new_table(store, TableSettings(FOUR_PEOPLE))
    store.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(token.encode() in content for token in tokens.values())
    assert (tmp_path / "t.db").stat().st_mode & 0o077 == 0


def test_a_table_that_was_set_up_and_not_dealt(tmp_path: Path) -> None:
    """A server that died between the two deals when the table is looked at."""
    store = PlayStore(tmp_path / "t.db")
    record = {**vars(TableSettings((PERSON, "random", "random", "random")))}
    store.add_table("abc", record, {"word": 0})
    table = restored(store, "abc")
    assert len(table.hand.game.wall) == 136
    assert restored(store, "abc").hand.game.wall == table.hand.game.wall
    with pytest.raises(KeyError):
        restored(store, "abd")
    store.close()


@pytest.mark.parametrize(
    ("form", "lacks"),
    [
        (1, ("same_walls", "passes", "faults", "left_seats", "beginnings")),
        (2, ("faults", "left_seats", "beginnings")),
        (3, ("left_seats", "beginnings")),
        (4, ()),
    ],
)
def test_a_file_of_an_older_form_is_kept_and_gets_what_it_lacks(
    tmp_path: Path, form: int, lacks: tuple[str, ...]
) -> None:
    path = tmp_path / "t.db"
    store = PlayStore(path)
    table, tokens = new_table(store, TableSettings(FOUR_PEOPLE))
    store.close()
    file = sqlite3.connect(path)
    dropped = "".join(f"DROP TABLE {name}; " for name in lacks)
    if "same_walls" not in lacks:
        since = ("against", "error", "differ", "worlds")
        dropped += "".join(f"ALTER TABLE same_walls DROP COLUMN {name}; " for name in since)
        dropped += f"INSERT INTO same_walls VALUES ('{table.id}', 1, 2, 'odds', 8, 9, 0, 7); "
    file.executescript(f"{dropped} PRAGMA user_version = {form};")
    file.close()
    store = PlayStore(path)
    row = SameWall(0, 2, "learned", -8, 24, False, None, -1.25, 2.5, 3, 60)
    before = [] if "same_walls" in lacks else [SameWall(1, 2, "odds", 8, 9, False, 7)]
    store.add_same_wall(table.id, row)
    store.add_same_wall(table.id, row._replace(instead=0))  # Said again: the first stays.
    store.close()
    store = PlayStore(path)
    assert store.same_walls(table.id) == [row, *before]
    assert store.holder(tokens[2]) == TokenHolder(table.id, 2)
    assert restored(store, table.id).same_walls[0, 2] == row
    assert store.faults(table.id, 0) == []
    store.set_left(table.id, 1, True)
    assert store.left(table.id) == {1}
    store.close()
