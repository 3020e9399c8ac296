"""A unit as a row of the store: to text and, checked through and through, back."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from mj_bot.events import SEATS
from mj_lab.arena.decision_times import Times
from mj_lab.arena.unit import GameRecord, Played
from mj_lab.plain_words import words_of_validation

if TYPE_CHECKING:
    from collections.abc import Mapping

# A wall's number in a duel; round, table, wall and part in a league.
_KEYS = {
    "duel": re.compile(r"[0-9]{1,9}"),
    "league": re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){3}"),
}
_ANY_KEY = re.compile(r"[0-9.]{1,40}")
_MOST_POINTS = 1_000_000
_CHECKSUM = "checksum"
# Of a duration's bucket: beyond these no duration of a program lies.
_MOST_BUCKET = 1000


def row_of(played: Played) -> tuple[str, str, str]:
    """Key, games and the rest of a unit, as text."""
    extra = {
        "times": [times.to_json() for times in played.times],
        "faults": played.faults,
        "seconds": played.seconds,
        "seconds_in_players": played.seconds_in_players,
    }
    games = _compact([game.to_json() for game in played.games])
    return played.key, games, _compact(sealed(extra, played.key, games))


def sealed(record: Mapping[str, Any], *others: str) -> dict[str, Any]:
    """A record with a checksum of itself and of other texts, which `unsealed` looks at."""
    own = json.dumps(record, ensure_ascii=False, sort_keys=True)
    data = "\n".join([*others, own]).encode("utf-8", "surrogatepass")
    return {**record, _CHECKSUM: blake2b(data, digest_size=8).hexdigest()}


def unsealed(record: Any, *others: str) -> Any:
    """A record without its checksum; one of before 0.4 has none.

    Raises ValueError if record or texts are not what was signed.
    """
    if not isinstance(record, dict) or _CHECKSUM not in record:
        return record
    plain = {name: value for name, value in record.items() if name != _CHECKSUM}
    if sealed(plain, *others) != record:
        raise ValueError("its checksum is another: it was changed or damaged")
    return plain


def played_of(row: tuple[Any, ...], settings: Mapping[str, Any]) -> Played:
    """The unit of a row of a run with these settings.

    Raises ValueError, one line, if `row_of` never made it.
    """
    key, games, extra = row
    if not all(isinstance(text, str) for text in row):
        raise ValueError("a row that is no text")
    if _KEYS.get(str(settings.get("kind")), _ANY_KEY).fullmatch(key) is None:
        raise ValueError(f"no unit's name: {key!r:.40}")
    try:
        record = json.loads(extra)
        played = _played(key, _games(games, settings), record)
        unsealed(record, key, games)
    except ValidationError as error:
        told = ": ".join(filter(None, words_of_validation(error)))
        raise ValueError(f"unit {key}: games: {told}") from None
    except (LookupError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"unit {key}: {error!r:.80}") from None
    except ValueError as error:
        raise ValueError(f"unit {key}: {error}") from None
    return played


def _compact(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


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
        seats = (game.seating, game.scores, *([] if game.calls is None else [game.calls]))
        whose = [seat for seat in (game.player, game.giver) if seat is not None]
        counts = [
            n for n in (game.fan, game.melds, game.turn, *(game.calls or ())) if n is not None
        ]
        if (
            any(len(values) != SEATS for values in seats)
            or any(not 0 <= place < players for place in game.seating)
            or any(not 0 <= seat < SEATS for seat in whose)
            or any(abs(number) > _MOST_POINTS for number in (*game.scores, *counts))
            or sum(game.scores) != 0
        ):
            raise ValueError("a game that cannot have been")
    return games


def _played(key: str, games: list[GameRecord], extra: Any) -> Played:
    faults = extra["faults"]
    if not isinstance(faults, list) or not all(_is_fault(fault) for fault in faults):
        raise ValueError("a fault that is none")
    seconds = (_duration(extra["seconds"]), _duration(extra["seconds_in_players"]))
    return Played(key, games, [_times(one) for one in extra["times"]], faults, *seconds)


def _is_fault(fault: Any) -> bool:
    if not isinstance(fault, dict) or not isinstance(fault.get("stderr", []), list):
        return False
    texts = [fault.get(name) for name in ("wall", "player", "verdict", "detail")]
    places = [fault.get(name) for name in ("seating", "seat", "turn")]
    return all(
        text is None or isinstance(text, str) for text in (*texts, *fault.get("stderr", []))
    ) and all(place is None or isinstance(place, int) for place in places)


def _times(record: dict[str, Any]) -> Times:
    times = Times.from_json(record)
    for bucket, count in times.counts.items():
        if not (isinstance(bucket, int) and isinstance(count, int)) or count < 0:
            raise ValueError("durations that are none")
        if abs(bucket) > _MOST_BUCKET or count > _MOST_POINTS**2:
            raise ValueError("durations that cannot have been")
    _duration(times.longest)
    _duration(times.total)
    return times


def _duration(value: Any) -> float:
    if not isinstance(value, (int, float)) or not 0 <= value < _MOST_POINTS**2:
        raise ValueError(f"{value!r:.40} for seconds")
    return value
