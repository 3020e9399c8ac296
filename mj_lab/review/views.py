"""What a file holds to review: games, and of each the seats whose requests are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS, Action, Start, parse_request
from mj_bot.history import Loading, fold_all, request_lists, response_of
from mj_bot.state import WALL_SIZE, GameState
from mj_lab.records.decisions import is_request
from mj_lab.records.json_lines import built, read_records
from mj_lab.records.match import Match
from mj_lab.records.matches import match_of_record


class RecordedSeat(NamedTuple):
    """One seat of a recorded game.

    player: who sat there, "" if the record does not say. score: of the game, None if not known.
    """

    seat: int
    player: str
    score: int | None
    wall_size: int
    requests: tuple[str, ...]
    responses: tuple[Any, ...]

    def turns(
        self, loading: Loading | None = None
    ) -> Iterator[tuple[int, GameState, Action | None]]:
        """Every turn that was answered: what the seat knew (one state that goes on), its answer.

        The answer is None where it is no response of the protocol. Raises ValueError, with the
        turn, if the requests are no game.
        """
        state = GameState(self.wall_size)
        folded = fold_all(state, self.requests, self.responses, loading)
        for turn, response in enumerate(self.responses[: len(self.requests)]):
            try:
                next(folded)
            except (ValueError, IndexError) as error:
                raise ValueError(f"turn {turn}: {error}") from None
            yield turn, state, response_of(response) if isinstance(response, str) else None


class RecordedGame(NamedTuple):
    """One game of a file, by its seats. level: who played, where match files tell it."""

    id: str
    file: str
    level: str
    views: tuple[RecordedSeat, ...]


def recorded_games(path: Path, seat: int | None = None) -> Iterator[RecordedGame]:
    """The games of a file: of a match all four seats, of one seat's requests that one.

    seat: only this one; one seat's record of another is left out.
    Raises RecordError, one line with file and place, for what is neither.
    """
    for place, record in read_records(path):
        game = built(place, lambda record, place=place: _game(place, path, record), record)  # type: ignore[misc]
        views = tuple(view for view in game.views if seat is None or view.seat == seat)
        if views:
            yield game._replace(views=views)


def _game(place: str, path: Path, record: Any) -> RecordedGame:
    if is_request(record):
        return _of_one_seat(place, path, record)
    return game_of_match(match_of_record(record), place, path.name)


def game_of_match(match: Match, place: str = "", file: str = "") -> RecordedGame:
    """A match by its four seats. place: its name if it has none."""
    size = min(len(match.wall) // SEATS, WALL_SIZE)
    names = (*match.players, "", "", "", "")
    views = [
        RecordedSeat(
            seat,
            names[seat],
            match.scores[seat],
            size,
            tuple(row[seat] for row in match.requests),
            tuple(row[seat] for row in match.responses),
        )
        for seat in range(SEATS)
    ]
    return RecordedGame(match.id or place, file, match.level or "", tuple(views))


def _of_one_seat(place: str, path: Path, record: dict[str, Any]) -> RecordedGame:
    requests, responses = request_lists(record)
    start = parse_request(requests[0]) if requests else None
    if not isinstance(start, Start):
        raise ValueError("the first request does not say whose seat it is")
    player = record.get("player")
    view = RecordedSeat(
        start.seat,
        player if isinstance(player, str) else "",
        None,
        WALL_SIZE,
        tuple(requests),
        tuple(responses),
    )
    return RecordedGame(str(record.get("id", place)), path.name, "", (view,))
