"""Match: one recorded game with Botzone's requests and responses, to and from our judge."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, FailFast, Field, field_validator

from mj_bot.events import HU, SEATS, Action, Deal, Start, format_request
from mj_bot.state import WALL_SIZE, GameState, Standing
from mj_bot.tiles import ALL_CODES, codes_of, tiles_of
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.result import HUANG, Result

# Stop at the first error: a list of a million errors costs more than the record.
_Texts = Annotated[tuple[str, ...], FailFast()]
_MOST_FANS = 100
# Seconds since 1970; later times are rejected.
_LATEST = 4_102_444_800
# Fields that Botzone's own records do not have.
BESIDE_BOTZONE = {
    "preempted",
    "untold",
    "wall_known",
    "common_wall",
    "false_wins",
    "penalties",
    "player_ids",
    "ratings",
    "began",
    "place",
    "debug",
    "times",
    "known_as",
}
_Rows = Annotated[tuple[_Texts, ...], FailFast()]
# No game pays or counts so much, and every reader can hold it exactly.
MOST_NUMBER = 10**15
_Number = Annotated[int, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
_Milliseconds = Annotated[float, Field(ge=0, le=MOST_NUMBER)]


class FanLine(BaseModel):
    """One fan of the winning hand: on disk `[name, times, value of one]`."""

    model_config = ConfigDict(frozen=True)
    name: str
    times: _Number
    value: _Number


class MatchResult(BaseModel):
    """How the match ended; see `mj_lab.core.game.result.Result`."""

    model_config = ConfigDict(frozen=True)
    action: str
    player: int | None = Field(default=None, ge=0, lt=SEATS)
    fan_total: _Number | None = None
    fans: tuple[FanLine, ...] | None = None

    @field_validator("fans", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return value
        if len(value) > _MOST_FANS:
            raise ValueError(f"{len(value)} fans, of which there are not that many")
        return [_fan_line(line) for line in value]


class MatchPlace(BaseModel):
    """The place of a hand in a match of several.

    match: the match's name. hand: hands played before. hands: of the whole match. totals: the
    points so far, by seat of this hand.
    """

    model_config = ConfigDict(frozen=True)
    match: str = ""
    hand: int = Field(ge=0, le=MOST_NUMBER)
    hands: int = Field(ge=1, le=MOST_NUMBER)
    totals: tuple[_Number, _Number, _Number, _Number]


class Match(BaseModel):
    """One match.

    wall: tiles as ints (flowers 34-41), seat i owns the i-th quarter. requests and responses:
    by turn and seat; the responses of the last turn end the game. verdicts: turn, seat and
    verdict of every reply that was not OK on the platform (RE, TLE, MLE, OLE, NJ).

    From archives without walls (`records.hand`): preempted: turn, seat and the pre-empted
    claim, as `CHI W2` or `PENG`, without a discard; in `responses` it is PASS. untold: turn and
    seat where the seat's answer is unknown. wall_known: whether the wall is recorded; if not, the
    drawn tiles are true and the rest is in any order.

    From tables of people: common_wall: all draw from the end of one wall.
    false_wins: turn and seat of false wins after which play went on; `responses` has what the seat
    did then. penalties: by seat, their part of the scores. player_ids, ratings: of the players by
    seat. began: seconds since 1970. place: of a hand of a match of several.

    From Botzone's log: debug: turn, seat and text of every answer with a remark. times:
    milliseconds of each answer by turn and seat, None where unknown. known_as: by seat, what the
    player is called besides: names and ids of the bot and its user.
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
    false_wins: Annotated[tuple[tuple[int, int], ...], FailFast()] = ()
    penalties: tuple[_Number, ...] = ()
    player_ids: _Texts = ()
    ratings: tuple[Annotated[float, Field(allow_inf_nan=False)] | None, ...] = ()
    began: int = Field(default=0, ge=0, lt=_LATEST)
    place: MatchPlace | None = None
    debug: Annotated[tuple[tuple[int, int, str], ...], FailFast()] = ()
    times: Annotated[tuple[tuple[_Milliseconds | None, ...], ...], FailFast()] = ()
    known_as: tuple[_Texts, ...] = ()
    scores: tuple[_Number, ...] = Field(min_length=SEATS, max_length=SEATS)
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

    @field_validator("requests", "responses", "times")
    @classmethod
    def _by_seat(cls, value: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
        for turn, row in enumerate(value):
            if len(row) != SEATS:
                raise ValueError(f"turn {turn} has {len(row)} entries, not {SEATS}")
        return value

    def model_post_init(self, _context: Any) -> None:
        """Check that requests and responses fit together."""
        if len(self.requests) != len(self.responses):
            raise ValueError(f"{len(self.requests)} requests, {len(self.responses)} responses")
        if len(self.times) not in (0, len(self.responses)):
            raise ValueError(f"{len(self.responses)} responses, {len(self.times)} times")
        for name in ("penalties", "player_ids", "ratings", "known_as"):
            if len(getattr(self, name)) not in (0, SEATS):
                raise ValueError(f"{name}: expected {SEATS}, found {len(getattr(self, name))}")
        for name in ("verdicts", "preempted", "untold", "false_wins", "debug"):
            for turn, seat, *_ in getattr(self, name):
                if not (0 <= turn < len(self.responses) and 0 <= seat < SEATS):
                    raise ValueError(f"{name}: turn {turn}, seat {seat}: it is not there")

    @property
    def standing(self) -> Standing | None:
        """The standing of the match before this hand; None for a single game."""
        match_place = self.place
        return (
            None
            if match_place is None
            else Standing(match_place.hand, match_place.hands, match_place.totals)
        )

    def seat_state(self) -> GameState:
        """A seat's state before the first request: the length of the walls, the standing.

        Walls may be shorter, since their length is recorded.
        """
        size = len(self.wall) // SEATS
        size = size if self.common_wall else min(size, WALL_SIZE)
        return GameState(size, self.standing, self.common_wall)

    def game(self) -> Game:
        """A game at our judge on this match's wall, to replay its replies.

        Raises ValueError if the wall cannot be dealt from.
        """
        if not self.common_wall or self.result.action not in (HU, HUANG):
            return Game(self.wall, self.quan, self.common_wall)
        answers = {(seat, text) for row in self.responses for seat, text in enumerate(row)}
        return AsRecordedGame(self.wall, self.quan, True, answers)

    def beside_botzone(self) -> dict[str, Any]:
        """The fields that Botzone's own records do not have, by name."""
        return {
            name: value
            for name, value in self.model_dump(include=BESIDE_BOTZONE).items()
            if value != Match.model_fields[name].default
        }

    @property
    def played_scores(self) -> tuple[int, ...]:
        """The scores by seat without the penalties of false wins, in points."""
        penalties = self.penalties or (0,) * SEATS
        return tuple(score - more for score, more in zip(self.scores, penalties, strict=True))

    def replies(self, turn: int) -> list[Reply]:
        """The four replies of a turn, as the judge takes them."""
        replies: list[Reply] = list(self.responses[turn])
        for at_turn, seat, verdict in self.verdicts:
            if at_turn == turn:
                replies[seat] = Fault(verdict)
        return replies


class AsRecordedGame(Game):
    """A recorded game at a table where the last tile may be claimed too.

    answers: by seat, the only answers that may do so.
    """

    def __init__(
        self,
        wall: Sequence[int],
        prevalent_wind: int,
        common_wall: bool,
        answers: Collection[tuple[int, str]],
    ) -> None:
        super().__init__(wall, prevalent_wind, common_wall)
        self._answers = answers

    def allows_own(self, seat: int, action: Action) -> bool:
        """As in `Game`; the last tile may make a kong too."""
        return super().allows_own(seat, action) or self._if_more_were_left(seat, action, True)

    def allows_claim(self, seat: int, action: Action) -> bool:
        """As in `Game`; the last discard may be claimed too."""
        return super().allows_claim(seat, action) or self._if_more_were_left(seat, action, False)

    def _if_more_were_left(self, seat: int, action: Action, own: bool) -> bool:
        wall = self.walls[seat]
        if wall or (seat, str(action)) not in self._answers:
            return False
        wall.append(0)
        try:
            return (super().allows_own if own else super().allows_claim)(seat, action)
        finally:
            wall.pop()


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
    for index, turn in enumerate(turns):
        requests.append(_request_row(game, turn, index))
        responses.append(tuple("" if isinstance(r, Fault) else str(r) for r in turn.replies))
        verdicts += [
            (index, seat, reply.verdict)
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


def _request_row(game: Game, turn: PlayedTurn, index: int) -> tuple[str, ...]:
    opening: Sequence[Start | Deal]
    if turn.event is not None:
        event = turn.event
        return tuple(format_request(event, seat) for seat in range(SEATS))
    if index == 0:
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
    unsaid = BESIDE_BOTZONE - match.beside_botzone().keys()
    record = match.model_dump(exclude_none=True, exclude={"wall", "result", "level", *unsaid})
    for name in ("players", "verdicts"):
        if not record[name]:
            del record[name]
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
