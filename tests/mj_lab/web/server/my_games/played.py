"""Tables that were played to their end in a server's folder, hands played again beside them."""

import random
from pathlib import Path

from mj_lab.core.game.seating import PERSON
from mj_lab.core.options import ADVISER
from mj_lab.table.play.play_table import PlayTable, new_table
from mj_lab.table.play.same_wall import HandInstead, keep
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import play_match

ME = 1
# Quick; what is shown is that its game is the bot's.
_BOT = "greedy"


def played_table(
    folder: Path, seed: int, hands: int = 1, people: tuple[int, ...] = (ME,), again: bool = True
) -> tuple[PlayTable, dict[int | None, str]]:
    """A table whose people played by rule of thumb, and its tokens.

    folder: that the server has. again: whether the bot played their seats once more.
    """
    tables = folder / "tables"
    tables.mkdir(exist_ok=True)
    store = PlayStore(tables / "tables.db")
    players = tuple(PERSON if one in people else "greedy" for one in range(4))
    names = ("", "Mei", "", "Bo")
    called = tuple(name if one in people else "" for one, name in enumerate(names))
    settings = TableSettings(players, hands=hands, wall_seed=seed, names=called)
    table, tokens = new_table(store, settings, tables)
    play_match(table, random.Random(seed))
    if again:
        play_again(table, people)
    store.close()
    return table, tokens


def play_again(table: PlayTable, people: tuple[int, ...]) -> None:
    for number in range(len(table.results)):
        for player in people:
            kept = table.kept_hand(number)
            instead = HandInstead(table.settings.players, number, kept, player, _BOT)
            while not instead.is_over:
                instead.go_on()
            keep(table, instead, number, player, ADVISER, sampled_of(number))


def sampled_of(number: int) -> tuple[int, int, float, float]:
    """What is said of a hand in sampled worlds: differ, worlds, points, error."""
    return (number, 60, 3.0 - 4 * number, 2.0) if number else (0, 0, 0.0, 0.0)
