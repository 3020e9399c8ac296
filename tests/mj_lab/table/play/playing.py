"""Tables played by rule of thumb: claims whatever it can, so that every kind of answer comes up."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PENG, Action
from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.hand_in_play import HandInPlay
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.play_table import PlayTable, new_table
from mj_lab.table.play.running_tables import RunningTables
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings

FOUR_PEOPLE = (PERSON,) * 4
ALONE = (PERSON, "random", "random", "random")


class PlayedOnAtOnce:
    """Stands in for the play-outs of two answers (`same_wall.against_bot`), which take a minute."""

    found = (2, 100, -1.5, 3.0)

    def __init__(self, *_hand: object) -> None:
        self.progress = (0, 2)

    @property
    def is_over(self) -> bool:
        return self.progress == (2, 2)

    def go_on(self) -> None:
        self.progress = (self.progress[0] + 1, 2)


def eager(hand: HandInPlay, seat: int, chance: random.Random) -> Action:
    """A win if there is one, mostly a claim if there is one, else anything."""
    legal = action_space(hand.sights[seat].state)
    if legal[0].kind == HU:
        return legal[0]
    claims = [one for one in legal if one.kind in (CHI, PENG, GANG, BUGANG)]
    if claims and chance.random() < 0.6:
        return chance.choice(claims)
    return chance.choice([one for one in legal if one.kind not in (CHI, PENG)])


def answer_all(table: PlayTable, chance: random.Random) -> Iterator[tuple[int, Action]]:
    """Have every seat answer; yields each seat and its answer."""
    for seat in table.hand.open_seats():
        if table.is_person(seat):
            action = eager(table.hand, seat, chance)
            player = table.player_at(seat)
            table.answer(player, table.hand_number, table.hand.turn, str(action))
        else:
            action = table.hand.think(seat)
            table.hand.reply(seat, action)
        yield seat, action


def play_hand(table: PlayTable, chance: random.Random) -> Counter[str]:
    """Play the hand to its end; how often each kind of answer was given."""
    given: Counter[str] = Counter()
    while not table.hand.is_over:
        given.update(action.kind for _, action in answer_all(table, chance))
        table.go_on()
    return given


def play_match(table: PlayTable, chance: random.Random) -> Counter[str]:
    """Play all hands of a match; how often each kind of answer was given."""
    given = play_hand(table, chance)
    while not table.is_over:
        table.next_hand()
        given += play_hand(table, chance)
    return given


def table_of(folder: Path, seed: int, hands: int = 1, **settings: object) -> PlayTable:
    """A new table of four people, in a store of its own."""
    told = TableSettings(FOUR_PEOPLE, hands=hands, wall_seed=seed, **settings)  # type: ignore[arg-type]
    return new_table(PlayStore(folder / f"{seed}.db"), told, folder / "saved")[0]


@contextmanager
def live_tables(folder: Path, saved: Path | None = None, **more: Any) -> Iterator[RunningTables]:
    """All tables of a server; it stops behind the block."""
    file = PlayStore(folder / "t.db")
    tables = RunningTables(file, saved, **more)
    yield tables
    tables.stop()
    file.close()


async def opened(tables: RunningTables, at: TableSettings | str) -> RunningTable:
    """A new table, or the one of a token, as the first player opens it."""
    found = await tables.open(at if isinstance(at, str) else (await tables.begin(at))[0])
    assert found is not None and found[1].player == 0
    return found[0]


async def until(running: RunningTable, is_so: Callable[[], bool]) -> None:
    """Wait for something that a change of the table brings."""
    while not is_so():
        await running.changed.wait()
