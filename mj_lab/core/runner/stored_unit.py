"""A unit as a row of the store: serialised, and parsed with all checks."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from mj_bot.events import SEATS
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.runner.decision_times import Seconds, StoredTimes, Times
from mj_lab.core.runner.unit import GameFault, GameRecord, Played

if TYPE_CHECKING:
    from collections.abc import Mapping

# A wall's number in a duel; round, table, wall and part in a league.
_KEYS = {
    "duel": re.compile(r"[0-9]{1,9}"),
    "league": re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){3}"),
}
_ANY_KEY = re.compile(r"[0-9.]{1,40}")
_MOST_POINTS = 1_000_000
_SEATS_OR_NONE = (None, *range(SEATS))
_NO_CALLS = (0,) * SEATS
_CHECKSUM = "checksum"
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True)
class _Rest:
    """What is stored of a unit besides its games."""

    times: list[StoredTimes]
    faults: list[GameFault]
    seconds: Seconds
    seconds_in_players: Seconds


def row_of(played: Played) -> tuple[str, str, str]:
    """Key, games and the rest of a unit, as text."""
    extra = {
        "times": [vars(times.stored()) for times in played.times],
        "faults": [vars(fault) for fault in played.faults],
        "seconds": played.seconds,
        "seconds_in_players": played.seconds_in_players,
    }
    games = played.games_json or _compact([game.to_json() for game in played.games])
    return played.key, games, _compact(sealed(extra, played.key, games))


def sealed(record: Mapping[str, Any], *others: str) -> dict[str, Any]:
    """A record with a checksum of itself and of other texts, verified by `unsealed`."""
    own = _SORTED.encode(record)
    data = "\n".join([*others, own]).encode("utf-8", "surrogatepass")
    return {**record, _CHECKSUM: blake2b(data, digest_size=8).hexdigest()}


def unsealed(record: Any, *others: str) -> Any:
    """A record without its checksum; a record from before 0.4 has none.

    Raises ValueError if the checksum does not match.
    """
    if not isinstance(record, dict) or _CHECKSUM not in record:
        return record
    plain = {name: value for name, value in record.items() if name != _CHECKSUM}
    if sealed(plain, *others) != record:
        raise ValueError("its checksum differs: it was changed or damaged")
    return plain


def played_of(row: tuple[Any, ...], settings: Mapping[str, Any]) -> Played:
    """Parse a row of a run with these settings.

    Raises ValueError, one line, if `row_of` cannot have made it.
    """
    key, games, extra = row
    if not all(isinstance(text, str) for text in row):
        raise ValueError("a row that is not text")
    if _KEYS.get(str(settings.get("kind")), _ANY_KEY).fullmatch(key) is None:
        raise ValueError(f"no unit's name: {key!r:.40}")
    part = "games"
    try:
        records = _games(games, settings)
        part = "the rest"
        rest = _rest_reader().validate_json(extra, strict=True)
        unsealed(json.loads(extra), key, games)
    except ValidationError as error:
        problem = ": ".join(filter(None, words_of_validation(error)))
        raise ValueError(f"unit {key}: {part}: {problem}") from None
    except (LookupError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"unit {key}: {error!r:.80}") from None
    except ValueError as error:
        raise ValueError(f"unit {key}: {error}") from None
    times = [Times.of_stored(stored) for stored in rest.times]
    return Played(key, records, times, rest.faults, rest.seconds, rest.seconds_in_players)


def _compact(record: Any) -> str:
    return _COMPACT.encode(record)


@cache
def _rest_reader() -> TypeAdapter[_Rest]:
    return TypeAdapter(_Rest)


@cache
def _game_reader() -> TypeAdapter[list[GameRecord]]:
    return TypeAdapter(list[GameRecord])


def _games(text: str, settings: Mapping[str, Any]) -> list[GameRecord]:
    games = _game_reader().validate_json(text, strict=True)
    if not games:
        raise ValueError("a wall without games")
    named = settings.get("players")
    players = len(named) if isinstance(named, list) else SEATS
    for game in games:
        seating, scores = game.seating, game.scores
        calls = _NO_CALLS if game.calls is None else game.calls
        counts = (game.fan or 0, game.melds or 0, game.turn or 0, *calls)
        # Not with generators, which took most of a long run's reading.
        if (
            not len(seating) == len(scores) == len(calls) == SEATS
            or min(seating) < 0
            or max(seating) >= players
            or game.player not in _SEATS_OR_NONE
            or game.giver not in _SEATS_OR_NONE
            or max(map(abs, (*scores, *counts))) > _MOST_POINTS
            or sum(scores) != 0
        ):
            raise ValueError("an impossible game")
    return games
