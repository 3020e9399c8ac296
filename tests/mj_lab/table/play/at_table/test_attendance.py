"""Who is at a table: it waits for who was invited, and a bot plays for who left."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.at_table.attendance import Attendance
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable, new_table, restored
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings

# Mei set the table up, Otto and Ann are invited, one seat is a bot's.
FRIENDS = TableSettings(
    (PERSON, PERSON, "random", PERSON), names=("Mei", "Otto", "", "Ann"), wall_seed=3, host=1
)


def table_in(folder: Path, settings: TableSettings = FRIENDS) -> tuple[PlayStore, PlayTable]:
    store = PlayStore(folder / "t.db")
    return store, new_table(store, settings)[0]


def test_it_begins_when_all_who_were_invited_are_here(tmp_path: Path) -> None:
    attendance = Attendance(*table_in(tmp_path))
    assert attendance.presences() == ["away", "away", "bot", "away"]
    for player in (0, 1, 3):
        assert not attendance.may_go_on()
        attendance.come(player)
    assert attendance.may_go_on() and attendance.presences() == ["here", "here", "bot", "here"]
    # Two pages of one person are one person; a spectator is nobody.
    attendance.come(0)
    attendance.go(0)
    attendance.come(None)
    assert attendance.presences()[0] == "here" and attendance.may_go_on()
    attendance.go(0)
    assert attendance.presences()[0] == "away" and not attendance.may_go_on()


def test_who_set_it_up_starts_with_bots_for_who_is_not_here(tmp_path: Path) -> None:
    store, table = table_in(tmp_path)
    attendance = Attendance(store, table)
    attendance.come(0)
    attendance.come(1)
    assert (attendance.may_start(0), attendance.may_start(1)) == (False, True)
    with pytest.raises(AnswerRefusedError, match="only the host"):
        attendance.start(0)
    assert not attendance.may_go_on()
    attendance.start(1)
    assert attendance.may_go_on() and attendance.active == [0, 1]
    attendance.has_begun = True
    with pytest.raises(AnswerRefusedError, match="has begun"):
        attendance.start(1)
    attendance.come(3)
    assert attendance.presences() == ["here", "here", "bot", "left"]
    attendance.come_back(3)
    assert attendance.presences()[3] == "here"


def test_a_seat_that_a_bot_took_is_known_to_the_next_server(tmp_path: Path) -> None:
    store, table = table_in(tmp_path)
    first = Attendance(store, table)
    first.leave(1)
    first.leave(3)
    first.come_back(1)
    store.close()
    store = PlayStore(tmp_path / "t.db")
    again = Attendance(store, restored(store, table.id))
    assert again.left == {3} and again.active == [0, 1]
    again.come(0)
    again.come(1)
    assert again.may_go_on()


def test_nobody_plays_on_where_all_have_left(tmp_path: Path) -> None:
    attendance = Attendance(*table_in(tmp_path))
    attendance.has_begun = True
    for player in (0, 1, 3):
        assert attendance.may_go_on()
        attendance.leave(player)
    assert not attendance.may_go_on()
    attendance.come_back(3)
    assert attendance.may_go_on()


REFUSED: list[tuple[Callable[[Attendance], None], str]] = [
    (lambda one: one.replace(0), "only a player who is away"),  # Here.
    (lambda one: one.replace(2), "only a player who is away"),  # A bot.
    (lambda one: one.replace(-1), "only a player who is away"),
    (lambda one: one.replace(4), "only a player who is away"),
    (lambda one: one.come_back(0), "no bot plays for you"),
]


@pytest.mark.parametrize(("order", "why"), REFUSED)
def test_only_who_is_away_is_replaced(
    tmp_path: Path, order: Callable[[Attendance], None], why: str
) -> None:
    attendance = Attendance(*table_in(tmp_path))
    attendance.come(0)
    with pytest.raises(AnswerRefusedError, match="has not begun"):
        attendance.replace(3)
    attendance.has_begun = True
    with pytest.raises(AnswerRefusedError, match=why):
        order(attendance)
    assert attendance.left == set()
    attendance.replace(3)
    assert attendance.presences() == ["here", "away", "bot", "left"]


def test_one_who_lets_a_bot_play_looks_on(tmp_path: Path) -> None:
    """A table of one person waits for nobody; with a bot in the seat somebody has to look."""
    settings = TableSettings((PERSON, "random", "random", "random"))
    store, table = table_in(tmp_path, settings)
    attendance = Attendance(store, table)
    assert attendance.has_begun and attendance.may_go_on() and not attendance.has_several
    attendance.leave(0)
    assert not attendance.may_go_on() and attendance.waited_for == []
    attendance.come(0)
    assert attendance.may_go_on() and attendance.waited_for == [0]
    assert attendance.presences() == ["left", "bot", "bot", "bot"]
    assert Attendance(store, restored(store, table.id)).left == {0}
    attendance.come_back(0)
    assert attendance.presences()[0] == "here"


def test_who_gives_up_is_gone_for_good(tmp_path: Path) -> None:
    """The others play on, with a bot in the seat, until all have given up."""
    store, table = table_in(tmp_path)
    attendance = Attendance(store, table)
    attendance.has_begun = True
    for player in (0, 1, 3):
        attendance.come(player)
    for player in (0, 3, 1):
        assert attendance.may_go_on() and not table.is_over
        attendance.give_up(player)
        with pytest.raises(AnswerRefusedError, match="gave this match up"):
            attendance.come_back(player)
        with pytest.raises(AnswerRefusedError, match="given up"):
            table.answer(player, 0, 1, "PASS")
    assert table.is_over and not attendance.may_go_on()
    assert restored(store, table.id).is_over
