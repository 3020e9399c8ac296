"""The file of tables: tokens open what they are for, and files of others are left alone."""

import json
import random
import sqlite3
from contextlib import closing
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.play_table import new_table, restored
from mj_lab.table.play.store import TABLES, PlayStore, SameWall, TokenHolder
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import FOUR_PEOPLE, play_match


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


def file_of_form(path: Path, form: int, settings: TableSettings) -> None:
    """A file as an older version left it: a table `old`, whose players have the tokens 0 to 3."""
    with closing(sqlite3.connect(path)) as file:
        signed = f"PRAGMA application_id={TABLES.application_id}; PRAGMA user_version={form};"
        file.executescript("".join(TABLES.versions[:form]) + signed)
        file.execute("INSERT INTO tables VALUES ('old', ?, 7.5)", (json.dumps(asdict(settings)),))
        for player in (0, 1, 2, 3, None):
            digest = sha256(str(player).encode()).hexdigest()
            file.execute("INSERT INTO tokens VALUES (?, 'old', ?)", (digest, player))
        if form >= 2:
            row = "('old', 1, 2, 'odds', 8, 9, 0, 7" + ", NULL" * (4 * (form > 4)) + ")"
            file.execute(f"INSERT INTO same_walls VALUES {row}")
        file.commit()


@pytest.mark.parametrize("form", range(1, len(TABLES.versions)))
def test_a_file_of_an_older_form_is_kept_and_gets_what_it_lacks(tmp_path: Path, form: int) -> None:
    path = tmp_path / "t.db"
    file_of_form(path, form, TableSettings(FOUR_PEOPLE))
    store = PlayStore(path)
    row = SameWall(0, 2, "learned", -8, 24, False, None, -1.25, 2.5, 3, 60)
    before = [SameWall(1, 2, "odds", 8, 9, False, 7)] if form >= 2 else []
    store.add_same_wall("old", row)
    store.add_same_wall("old", row._replace(instead=0))  # Said again: the first stays.
    store.close()
    store = PlayStore(path)
    assert store.same_walls("old") == [row, *before]
    assert store.holder("2") == TokenHolder("old", 2)
    assert store.holder("None") == TokenHolder("old", None)
    assert store.taken("old") == {0, 1, 2, 3} and store.set_up_at("old") == 7.5
    assert restored(store, "old").same_walls[0, 2] == row
    assert store.faults("old", 0) == []
    store.set_left("old", 1, True)
    assert store.left("old") == {1}
    assert (store.bot_hands("old"), store.given_up("old")) == (set(), set())
    for _ in range(2):
        store.add_bot_hand("old", 0, 2)
        store.add_given_up("old", 3)
    assert (store.bot_hands("old"), store.given_up("old")) == ({(0, 2)}, {3})
    store.close()


def test_the_tokens_of_a_table_open_its_next_match(tmp_path: Path) -> None:
    """The deal passes on; who has left stays away; a guest stays one."""
    store = PlayStore(tmp_path / "t.db")
    settings = TableSettings((PERSON, "random", PERSON, PERSON), names=("A", "", "C", "D"), host=0)
    table, tokens = new_table(store, settings, room="room")
    assert set(tokens) == {0, None} and store.taken(table.id) == {0}
    tokens[2] = table.sit(2)
    with pytest.raises(ValueError, match="not over"):
        table.again(2)
    play_match(table, random.Random(1))
    store.set_left(table.id, 3, True)
    before = table.sequence
    table.again(2)
    now = store.holder(tokens[0])
    assert now is not None and now.table_id != table.id
    match = restored(store, now.table_id)
    assert match.settings.players == ("random", PERSON, PERSON, PERSON)
    assert match.settings.names == ("", "C", "D", "A") and match.settings.host == 1
    held = {name: store.holder(token) for name, token in [*tokens.items(), ("room", "room")]}
    assert held == {
        0: TokenHolder(match.id, 3),
        2: TokenHolder(match.id, 1),
        None: TokenHolder(match.id, None),
        "room": TokenHolder(match.id, None, guest=True),
    }
    assert store.left(match.id) == {2} and store.taken(match.id) == {1, 3}
    # A page that slept through the match before has fewer messages than any of this one.
    assert match.sequence > before and not match.has_begun
    assert [one.table_id for one in store.holders(tokens[2])] == [match.id, table.id]
    store.close()


def test_a_seat_opens_to_who_sat_down_last(tmp_path: Path) -> None:
    """What one played there stays one's own."""
    store = PlayStore(tmp_path / "t.db")
    table, tokens = new_table(store, TableSettings(FOUR_PEOPLE))
    play_match(table, random.Random(1))
    table.again(1)
    (holder, _) = store.holders(tokens[1])
    match = restored(store, holder.table_id)
    new = match.sit(0)
    assert store.holder(new) == TokenHolder(match.id, 0)
    assert store.holders(tokens[1]) == [
        TokenHolder(match.id, None, guest=True),
        TokenHolder(table.id, 1),
    ]
    store.close()
