"""Match: one game on record, in the words of the wire, from and to a game at our judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, FailFast, Field, field_validator

from mj_bot.events import SEATS, Deal, Start, format_request
from mj_bot.tiles import ALL_CODES, codes_of, tiles_of
from mj_lab.game.asking import PlayedTurn
from mj_lab.game.referee import Game
from mj_lab.game.replies import Fault, Reply
from mj_lab.game.result import Result

# The first thing that is wrong is enough: a list of a million errors costs more than the record.
_Texts = Annotated[tuple[str, ...], FailFast()]
_MOST_FANS = 100
_Rows = Annotated[tuple[_Texts, ...], FailFast()]


class FanLine(BaseModel):
    """One fan of the winning hand: on disk `[name, times, value of one]`."""

    model_config = ConfigDict(frozen=True)
    name: str
    times: int
    value: int


class MatchResult(BaseModel):
    """How the match ended; see `mj_lab.game.result.Result`."""

    model_config = ConfigDict(frozen=True)
    action: str
    player: int | None = Field(default=None, ge=0, lt=SEATS)
    fan_total: int | None = None
    fans: tuple[FanLine, ...] | None = None

    @field_validator("fans", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return value
        if len(value) > _MOST_FANS:
            raise ValueError(f"{len(value)} fans, of which there are not that many")
        return [_fan_line(line) for line in value]


class Match(BaseModel):
    """One match.

    wall: tiles as ints (flowers 34-41); seat i owns the i-th quarter, or all draw from its end if
    it is a common_wall. requests and responses: by turn and seat; the responses of the last turn
    end the game. verdicts: turn, seat and verdict of every reply that was not OK on the platform
    (RE, TLE, MLE, OLE, NJ).

    Of what archives without walls tell (`mj_lab.records.hand`): preempted: turn, seat and the claim
    that another came before, as `CHI W2` or `PENG`, without a discard; in `responses` it is PASS.
    untold: turn and seat of which it is not known what the seat wanted. wall_known: whether the
    wall is recorded; else what was drawn is true, and the rest in any order.
    """

    model_config = ConfigDict(frozen=True)
    id: str = ""
    level: str | None = None
    players: _Texts = ()
    quan: int = Field(ge=0, lt=SEATS)
    common_wall: bool = False
    wall: tuple[int, ...]
    requests: _Rows
    responses: _Rows
    verdicts: Annotated[tuple[tuple[int, int, str], ...], FailFast()] = ()
    preempted: Annotated[tuple[tuple[int, int, str], ...], FailFast()] = ()
    untold: Annotated[tuple[tuple[int, int], ...], FailFast()] = ()
    wall_known: bool = True
    scores: tuple[int, ...] = Field(min_length=SEATS, max_length=SEATS)
    result: MatchResult

    @field_validator("id", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value

    @field_validator("wall", mode="before")
    @classmethod
    def _tiles(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(tiles_of(value))
        if isinstance(value, list) and all(isinstance(code, str) for code in value):
            return tuple(tiles_of(" ".join(value)))
        if isinstance(value, tuple) and all(
            isinstance(tile, int) and 0 <= tile < len(ALL_CODES) for tile in value
        ):
            return value
        raise ValueError("a wall is a line of tiles")

    @field_validator("requests", "responses")
    @classmethod
    def _by_seat(cls, value: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        for turn, row in enumerate(value):
            if len(row) != SEATS:
                raise ValueError(f"turn {turn} has {len(row)} entries, not {SEATS}")
        return value

    def model_post_init(self, _context: Any) -> None:
        """Requests and responses belong together."""
        if len(self.requests) != len(self.responses):
            raise ValueError(f"{len(self.requests)} requests, {len(self.responses)} responses")
        for name in ("verdicts", "preempted", "untold"):
            for turn, seat, *_ in getattr(self, name):
                if not (0 <= turn < len(self.responses) and 0 <= seat < SEATS):
                    raise ValueError(f"{name}: turn {turn}, seat {seat}: it is not there")

    def replies(self, turn: int) -> list[Reply]:
        """The four replies of a turn as the judge takes them."""
        replies: list[Reply] = list(self.responses[turn])
        for place, seat, verdict in self.verdicts:
            if place == turn:
                replies[seat] = Fault(verdict)
        return replies


def _fan_line(line: Any) -> Any:
    if isinstance(line, (list, tuple)) and len(line) == 3:
        return dict(zip(("name", "times", "value"), line, strict=True))
    return line


def match_of(
    game: Game, turns: Sequence[PlayedTurn], match_id: str = "", players: Sequence[str] = ()
) -> Match:
    """The record of a finished game.

    Raises ValueError if the game is not over.
    """
    if game.result is None:
        raise ValueError("the game is not over")
    requests, responses, verdicts = [], [], []
    for place, turn in enumerate(turns):
        requests.append(_request_row(game, turn, place))
        responses.append(tuple("" if isinstance(r, Fault) else str(r) for r in turn.replies))
        verdicts += [
            (place, seat, reply.verdict)
            for seat, reply in enumerate(turn.replies)
            if isinstance(reply, Fault)
        ]
    return Match(
        id=match_id,
        players=tuple(players),
        quan=game.prevalent_wind,
        common_wall=game.common_wall,
        wall=game.wall,
        requests=tuple(requests),
        responses=tuple(responses),
        verdicts=tuple(verdicts),
        scores=tuple(game.scores),
        result=result_on_disk(game.result),
    )


def _request_row(game: Game, turn: PlayedTurn, place: int) -> tuple[str, ...]:
    opening: Sequence[Start | Deal]
    if turn.event is not None:
        event = turn.event
        return tuple(format_request(event, seat) for seat in range(SEATS))
    if place == 0:
        opening = [Start(seat, game.prevalent_wind) for seat in range(SEATS)]
    else:
        opening = game.deals
    return tuple(format_request(request, seat) for seat, request in enumerate(opening))


def result_on_disk(result: Result) -> MatchResult:
    """A result as match files have it."""
    has_fan = result.fan is not None
    fans = tuple(FanLine(name=n, times=t, value=v) for n, t, v in result.fans) if has_fan else None
    return MatchResult(action=result.action, player=result.player, fan_total=result.fan, fans=fans)


def to_line(match: Match) -> str:
    """One match as a line of JSON, as in shared/data."""
    record = match.model_dump(exclude_none=True, exclude={"wall", "result", "level"})
    for name in ("players", "verdicts", "preempted", "untold"):
        if not record[name]:
            del record[name]
    if match.wall_known:
        del record["wall_known"]
    if not match.common_wall:
        del record["common_wall"]
    record["wall"] = codes_of(match.wall)
    if match.level is not None:
        record["level"] = match.level
    record["result"] = _result_record(match.result)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _result_record(result: MatchResult) -> dict[str, Any]:
    record: dict[str, Any] = result.model_dump(exclude_none=True, exclude={"fans"})
    if result.fans is not None:
        record["fans"] = [[fan.name, fan.times, fan.value] for fan in result.fans]
    return record
