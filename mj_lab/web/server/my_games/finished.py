"""Finished hands of people by their seats' tokens, read only from the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.game.seating import (
    HANDS,
    PERSON,
    players_by_seat,
    prevalent_wind_of,
    seat_of_player,
)
from mj_lab.table.play.bots.programs import PROGRAM
from mj_lab.table.play.hands.names import file_of_hand, hand_named, name_of_hand, name_of_instead
from mj_lab.table.play.store import PlayStore, SameWall


class FinishedHand(NamedTuple):
    """A finished hand as one of its people played it.

    hand: from 0, of `hands`. seat, wind: the person's seat and the prevalent wind, 0-3. others: the
    other players, from the next seat on; opponents: what they are, a tactic's name, a program's or
    PERSON. by_bot: whether a bot answered for the person. ended: seconds since 1970. again: whether
    it began in the middle of a recorded hand. Hands by_bot or again count in no mean. path: of its
    match file, None if that is gone. instead: a tactic's result in the seat, with its match file;
    None if none has played it.
    """

    table: str
    player: int
    hand: int
    hands: int
    seat: int
    wind: int
    score: int
    others: tuple[str, ...]
    opponents: tuple[str, ...]
    by_bot: bool
    ended: float
    again: bool
    path: Path | None
    instead: SameWall | None
    instead_path: Path | None


def store_file(tables: Path) -> Path:
    """The path of the store of a folder of tables; it need not exist yet."""
    return tables / "tables.db"


def finished_hands(tables: Path, tokens: Sequence[str]) -> list[tuple[str, FinishedHand]]:
    """The finished hands of the seats of these tokens, each with its token; the newest first.

    tables: the folder of a server's tables. Raises DatabaseError if its store cannot be read.
    """
    if not store_file(tables).exists():
        return []
    by_seat: dict[tuple[str, int], tuple[str, list[FinishedHand]]] = {}
    with closing(PlayStore(store_file(tables))) as store:
        for token in tokens:
            for table, player, _ in store.holders(token):
                if player is not None and (table, player) not in by_seat:
                    played = list(_hands_of(store, tables, table, player))
                    by_seat[table, player] = (token, played)
    hands = [(token, hand) for token, played in by_seat.values() for hand in played]
    return sorted(
        hands, key=lambda played_hand: (played_hand[1].ended, played_hand[1].hand), reverse=True
    )


def _hands_of(store: PlayStore, tables: Path, table: str, player: int) -> Iterator[FinishedHand]:
    settings, begun = store.settings(table), store.set_up_at(table)
    by_bot = store.bot_hands(table)
    same_walls = {row.hand: row for row in store.same_walls(table) if row.player == player}
    for number, scores in enumerate(store.paid(table)):
        if scores is None:
            continue
        seat = seat_of_player(player, number)
        seated = players_by_seat(number)
        others = [seated[(seat + step) % SEATS] for step in range(1, SEATS)]
        name, again = _file_name(tables, table, number)
        path = _if_there(file_of_hand(tables, name))
        instead = _if_there(file_of_hand(tables, name_of_instead(name, player), instead=True))
        yield FinishedHand(
            table,
            player,
            number,
            int(settings["hands"]),
            seat,
            prevalent_wind_of(number),
            scores[seat],
            tuple(_name_of(settings, other) for other in others),
            tuple(settings["players"][other] for other in others),
            (number, player) in by_bot,
            begun if path is None else path.stat().st_mtime,
            again,
            path,
            same_walls.get(number),
            instead,
        )


def _file_name(tables: Path, table: str, number: int) -> tuple[str, bool]:
    """The name of a hand's match, and whether it began in the middle of a recorded hand."""
    again = name_of_hand(table, number, again=True)
    if number == 0 and file_of_hand(tables, again).exists():
        return again, True
    return name_of_hand(table, number), False


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None


def _name_of(settings: dict[str, Any], player: int) -> str:
    """As `TableSettings.name_of`, even if the tactic no longer exists."""
    name: str = settings["names"][player] or settings["players"][player].removeprefix(PROGRAM)
    return name


def seats_of_people(tables: Path, match_name: str) -> tuple[int, ...]:
    """The seats of people in the table's hand whose match has this name.

    For a hand that a tactic replayed, the seat it played. Empty if unknown.
    """
    named = hand_named(match_name)
    if named is None or not 1 <= named.number <= HANDS[-1]:
        return ()
    hand = named.number - 1
    if named.player is not None:
        return (seat_of_player(named.player, hand),)
    if not store_file(tables).exists():
        return ()
    with suppress(KeyError, ValueError), closing(PlayStore(store_file(tables))) as store:
        players = store.settings(named.table)["players"]
        people = [player for player, name in enumerate(players) if name == PERSON]
        return tuple(sorted(seat_of_player(player, hand) for player in people))
    return ()
