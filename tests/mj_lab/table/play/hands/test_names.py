"""What a table calls its hands is what the names say."""

from pathlib import Path

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.hands.names import HandNamed, hand_named, name_of_hand, name_of_instead
from mj_lab.table.play.play_table import new_table
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings


def test_a_tables_names_say_which_hand_it_is(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    settings = TableSettings((PERSON, "random", "random", "random"), hands=16)
    table, _ = new_table(store, settings, tmp_path)
    for number in range(16):
        named = hand_named(table.hand_name(number))
        assert named == HandNamed(number + 1, False, False, table.id, None)
        for player in range(4):
            named = hand_named(table.instead_name(number, player))
            assert named == HandNamed(number + 1, True, False, table.id, player)
    own = table.path_of(table.hand_name(2))
    again = table.path_of(table.instead_name(2, 0), instead=True)
    assert own is not None and again is not None
    assert again.parent == own.parent / "same_wall"
    store.close()


def test_a_hand_tried_again_says_so() -> None:
    name = name_of_hand("0f3c", 0, again=True)
    assert hand_named(name) == HandNamed(1, False, True, "0f3c", None)
    assert hand_named(name_of_instead(name, 2)) == HandNamed(1, True, True, "0f3c", 2)


@pytest.mark.parametrize(
    "name", ["", "duel-7", "table-", "table-0f3c", "table-a/b-1", "table-x-1234"]
)
def test_other_names_are_no_hands(name: str) -> None:
    assert hand_named(name) is None
