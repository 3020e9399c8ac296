"""Searches an index page by page: by player, date, result, fan, length and points lost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mj_lab.core.database import Database
from mj_lab.core.records.index.listed_game import GameEnd
from mj_lab.core.text.dates import zone_of

# The most games that are counted; beyond it a page says "more than".
MOST_COUNTED = 10_000
# Up to this many games of a player or fan are looked up one by one; with more, all games are
# scanned. Among 100,000 games a player's half and a fan's 8,000 take 17 ms this way, and 82 the
# other way.
_FEW = 20_000
_ALL = "games g"
# The last day that another one follows.
_LAST_DAY = date.max - timedelta(days=1)

_OUTCOMES = {
    "won": (GameEnd.SELF_DRAWN, GameEnd.ON_DISCARD),
    "self-drawn": (GameEnd.SELF_DRAWN,),
    "discard": (GameEnd.ON_DISCARD,),
    "drawn": (GameEnd.DRAWN,),
    "fault": (GameEnd.FAULT,),
    "seat": (GameEnd.ONE_SEAT,),
}
_OUTCOME_NAMES = {kinds[0]: name for name, kinds in _OUTCOMES.items() if len(kinds) == 1}


class GameSearch(BaseModel):
    """The conditions of a search; omitted ones do not count.

    since, until: days, both included, in the time zone `tz`, the machine's if empty. lost: least
    points lost, of the player if one is named. after: the `next` of the page before.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    player: str = Field("", max_length=200)
    since: date | None = None
    until: date | None = None
    tz: str = Field("", max_length=64)
    result: Literal["", "won", "self-drawn", "discard", "drawn", "fault", "seat"] = ""
    fan: int | None = Field(None, ge=0, le=1000)
    fan_name: str = Field("", max_length=40)
    shortest: int | None = Field(None, ge=0, le=1000)
    longest: int | None = Field(None, ge=0, le=1000)
    lost: float | None = Field(None, ge=0, le=10_000)
    sort: Literal["began", "fan", "length", "lost"] = "began"
    order: Literal["desc", "asc"] = "desc"
    after: str = Field("", max_length=60)
    count: int = Field(50, ge=1, le=200)

    @field_validator("since", "until", "fan", "shortest", "longest", "lost", mode="before")
    @classmethod
    def _empty(cls, value: Any) -> Any:
        return None if value == "" else value

    @field_validator("tz")
    @classmethod
    def _zone(cls, value: str) -> str:
        zone_of(value)
        return value

    @field_validator("after")
    @classmethod
    def _place(cls, value: str) -> str:
        if value:
            _cursor(value)
        return value


class FoundGames(NamedTuple):
    """A page of games.

    games: rows as pages have them. next: where the next page starts, None if there is none. total:
    how many were found, at most MOST_COUNTED + 1.
    """

    games: list[dict[str, Any]]
    next: str | None
    total: int


def find_games(index: Database, search: GameSearch) -> FoundGames:
    """A page of the games that match the search."""
    source, where, values = _query(index, search)
    if source is None:
        return FoundGames([], None, 0)
    down = search.order == "desc"
    if search.sort == "lost" and not down:
        where.append("g.lost >= 0")  # The least lost of those that were reviewed.
    counted = f"SELECT count(*) FROM (SELECT 1 FROM {source}{_where(where)} LIMIT ?)"
    (total,) = index.execute(counted, (*values, MOST_COUNTED + 1)).fetchone()
    key = f"g.{search.sort}"
    if search.after:
        where.append(f"({key}, g.id) {'<' if down else '>'} (?, ?)")
        values += _cursor(search.after)
    # With many matches, scanning in order meets them soon; with few, find them first, then sort.
    order = key
    if source == _ALL and total > MOST_COUNTED:
        source += f" INDEXED BY games_by_{search.sort}"
    elif source == _ALL:
        order = f"+{key}"
    way = "DESC" if down else "ASC"
    rows = index.execute(
        "SELECT g.id, g.name, g.began, g.result, g.winner, g.fan, g.length, g.lost, g.seat, "
        f"{key} FROM {source}{_where(where)} ORDER BY {order} {way}, g.id {way} LIMIT ?",
        (*values, search.count + 1),
    ).fetchall()
    shown = rows[: search.count]
    following = f"{shown[-1][-1]!r}:{shown[-1][0]}" if len(rows) > search.count else None
    return FoundGames(_rows(index, shown, zone_of(search.tz)), following, total)


def _query(index: Database, search: GameSearch) -> tuple[str | None, list[str], list[Any]]:
    """The tables, conditions and values of the search; None if nothing can be found."""
    sources: list[str] = []
    first: list[Any] = []
    where: list[str] = []
    values: list[Any] = []
    for table, column, names, name in (
        ("seats", "player", "names", search.player),
        ("won_by", "fan", "fans", search.fan_name),
    ):
        if not name:
            continue
        number = _number(index, names, name)
        if number is None:
            return None, [], []
        if not sources and _are_few(index, table, column, number):
            # With few, join the games to them: SQLite's planner does not know the counts.
            games = f"(SELECT DISTINCT game FROM {table} WHERE {column} = ?)"
            sources.append(f"{games} few CROSS JOIN games g ON g.id = few.game")
            first.append(number)
        else:
            where.append(f"EXISTS (SELECT 1 FROM {table} t WHERE t.game = g.id AND t.{column} = ?)")
            values.append(number)
    _ask(search, where, values)
    if search.lost is not None:
        _ask_lost(index, search, where, values)
    return sources[0] if sources else _ALL, where, first + values


def _ask(search: GameSearch, where: list[str], values: list[Any]) -> None:
    """The conditions on a game itself."""
    if search.result:
        kinds = _OUTCOMES[search.result]
        where.append(f"g.result IN ({', '.join('?' * len(kinds))})")
        values += [int(kind) for kind in kinds]
    if search.since is not None:
        where.append("g.began >= ?")
        values.append(_second(search.since, zone_of(search.tz)))
    if search.until is not None:
        # A game of unknown date matches no range of dates.
        where.append("g.began BETWEEN 1 AND ?")
        values.append(
            _second(min(search.until, _LAST_DAY) + timedelta(days=1), zone_of(search.tz)) - 1
        )
    for condition, least in (
        ("g.fan >= ?", search.fan),
        ("g.length >= ?", search.shortest),
        ("g.length <= ?", search.longest),
    ):
        if least is not None:
            where.append(condition)
            values.append(least)


def _ask_lost(index: Database, search: GameSearch, where: list[str], values: list[Any]) -> None:
    if not search.player:
        where.append("g.lost >= ?")
        values.append(search.lost)
        return
    where.append(
        "EXISTS (SELECT 1 FROM seats l WHERE l.game = g.id AND l.player = ? AND l.lost >= ?)"
    )
    values += [_number(index, "names", search.player), search.lost]


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _number(index: Database, table: str, name: str) -> int | None:
    row = index.execute(f"SELECT id FROM {table} WHERE name = ?", (name,)).fetchone()
    return None if row is None else int(row[0])


def _are_few(index: Database, table: str, column: str, number: int) -> bool:
    counted = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {column} = ? LIMIT ?)"
    (count,) = index.execute(counted, (number, _FEW + 1)).fetchone()
    return bool(count <= _FEW)


def _cursor(text: str) -> tuple[float, int]:
    """The cursor of a page: the sort value of the game before it, and its id."""
    value, _, game = text.partition(":")
    try:
        return float(value), int(game)
    except ValueError:
        raise ValueError("not a position in the list") from None


def _second(day: date, zone: tzinfo | None) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp())


def _rows(
    index: Database, index_rows: Sequence[tuple[Any, ...]], zone: tzinfo | None
) -> list[dict[str, Any]]:
    """The games as pages have them, with their players and fans."""
    rows = {}
    for game, name, began, result, winner, fan, length, lost, seat, _ in index_rows:
        day = datetime.fromtimestamp(began, zone).date().isoformat() if began else None
        rows[game] = {
            "game": game,
            "name": name,
            "date": day,
            "result": _OUTCOME_NAMES[GameEnd(result)],
            "winner": winner,
            "fan": fan,
            "length": length,
            "lost": _lost(lost),
            "seat": seat,
            "fans": [],
            "seats": [],
        }
    marks = ", ".join("?" * len(rows))
    seats = index.execute(
        "SELECT s.game, n.name, s.score, s.lost FROM seats s JOIN names n ON n.id = s.player "
        f"WHERE s.game IN ({marks}) ORDER BY s.game, s.seat",
        list(rows),
    )
    for game, player, score, lost in seats:
        rows[game]["seats"].append({"player": player, "score": score, "lost": _lost(lost)})
    fans = index.execute(
        "SELECT w.game, f.name FROM won_by w JOIN fans f ON f.id = w.fan "
        f"WHERE w.game IN ({marks}) ORDER BY w.game, f.id",
        list(rows),
    )
    for game, fan in fans:
        rows[game]["fans"].append(fan)
    return list(rows.values())


def _lost(value: float) -> float | None:
    return round(value, 2) if value >= 0 else None


def known_players(index: Database, begins: str, count: int = 20) -> list[str]:
    """Players whose names start with this text, sorted."""
    # No name continues with the greatest character.
    rows = index.execute(
        "SELECT name FROM names WHERE name >= ? AND name < ? AND name != '' ORDER BY name LIMIT ?",
        (begins, begins + chr(0x10FFFF), count),
    )
    return [name for (name,) in rows]


def known_fans(index: Database, count: int = 200) -> list[str]:
    """The fans that games were won by, as the records call them."""
    rows = index.execute("SELECT name FROM fans ORDER BY id LIMIT ?", (count,))
    return [name for (name,) in rows]
