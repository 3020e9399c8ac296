"""One seat's view of a game: Botzone's input to one bot; `mj live play` adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mj_bot.events import CHI, HU, PENG, SEATS, Action, Start, parse_request, parse_response
from mj_bot.history import Loading, fold_all, request_lists, response_of
from mj_bot.state import WALL_SIZE, GameState, Standing
from mj_lab.core.game.result import HUANG, OFFENDER_SCORE, OTHERS_SCORE
from mj_lab.core.records.hand import wish_of
from mj_lab.core.records.match import Match

# The verdict of a fault known only from the scores.
UNNAMED_FAULT = "fault"
ONE_VIEW = "what one seat saw: the other hands and the wall are not in it"


class Decided(NamedTuple):
    """What a decision file adds to its last request.

    chosen: the recorded choice. candidates: the recorded program's evaluation of each action, by
    the action's text: `value`, and `distances` by route.
    """

    chosen: Action | None = None
    candidates: dict[str, dict[str, Any]] = {}


class SeatRecord(NamedTuple):
    """One seat of a recorded game.

    player: who sat there, "" if not recorded. score: of the game, None if unknown. wall_size: tiles
    of each seat's wall, without flowers. scores: of all seats, empty if unknown. decided: in a
    decision file, about the last request. preempted: by turn, a claim of this seat that lost to
    another seat's; the responses do not have it. untold: turns in which the seat's answer is not
    recorded. standing: the match so far, as the table knew it. common_wall: whether all draw from
    one wall. By turn, as far as recorded: debug: the remark on the answer; times: milliseconds it
    took; verdicts: those that are not OK.
    """

    seat: int
    player: str
    score: int | None
    wall_size: int
    requests: tuple[str, ...]
    responses: tuple[Any, ...]
    id: str = ""
    scores: tuple[int, ...] = ()
    decided: Decided | None = None
    preempted: Mapping[int, Action] = {}
    untold: frozenset[int] = frozenset()
    standing: Standing | None = None
    common_wall: bool = False
    debug: Mapping[int, str] = {}
    times: Mapping[int, float] = {}
    verdicts: Mapping[int, str] = {}

    def unfolded(self) -> GameState:
        """What the seat knew before its first request."""
        return GameState(self.wall_size, self.standing, self.common_wall)

    def states(self, loading: Loading | None = None) -> Iterator[tuple[int, GameState]]:
        """Every turn with what the seat knew when asked: one state, updated turn by turn.

        Raises ValueError, with the turn, if the requests do not make a game.
        """
        state = self.unfolded()
        folded = fold_all(state, self.requests, self.responses, loading)
        for turn in range(len(self.requests)):
            try:
                next(folded)
            except (ValueError, IndexError) as error:
                raise ValueError(f"turn {turn}: {error}") from None
            yield turn, state

    def answer(self, turn: int) -> Action | None:
        """The seat's answer; None if there is none, or it is not an action.

        A chow or pung in `preempted` has no discard, because none is recorded. A chow has no middle
        tile where the record does not say which it was.
        """
        if not self.is_recorded(turn):
            return None
        return self.preempted.get(turn) or response_of(str(self.responses[turn]))

    def is_recorded(self, turn: int) -> bool:
        """Whether the seat's answer is recorded."""
        return turn < len(self.responses) and turn not in self.untold


def may_be(action: Action, answer: Action) -> bool:
    """Whether an action may be that answer: a claim without a recorded discard matches any discard.

    >>> may_be(Action(PENG, 7), Action(PENG)), may_be(Action(PENG, 7), Action(PENG, 8))
    (True, False)
    """
    if answer.kind in (CHI, PENG) and answer.tile is None:
        return action.kind == answer.kind and answer.chow in (None, action.chow)
    return action.same(answer)


def is_request(record: Any) -> bool:
    """Whether a JSON record is Botzone's input to one seat: its requests in one list."""
    requests = record.get("requests") if isinstance(record, dict) else None
    return isinstance(requests, list) and all(isinstance(request, str) for request in requests)


def seat_record_of(record: dict[str, Any]) -> SeatRecord:
    """Parse a Botzone input object or a file of `mj live play`.

    Raises ValueError if it is not one, or starts in the middle of a game.
    """
    requests, responses = request_lists(record)
    start = parse_request(requests[0]) if requests else None
    if not isinstance(start, Start):
        raise ValueError("the first request does not say whose seat it is")
    player = record.get("player", record.get("tactic"))
    scores = record.get("scores")
    if not isinstance(scores, list) or len(scores) != SEATS:
        scores = []
    final_scores = tuple(int(score) for score in scores)
    slot = record.get("slot", start.seat)
    at_fault = (
        bool(final_scores)
        and final_scores[slot] == OFFENDER_SCORE
        and final_scores.count(OTHERS_SCORE) == SEATS - 1
    )
    debug = record["debug"] if isinstance(record.get("debug"), list) else []
    return SeatRecord(
        start.seat,
        player if isinstance(player, str) else "",
        final_scores[slot] if final_scores else None,
        WALL_SIZE,
        tuple(requests),
        tuple(responses),
        str(record.get("id", "")),
        final_scores,
        _decided(record),
        common_wall=record.get("common_wall") is True,
        debug={turn: str(text) for turn, text in enumerate(debug) if text},
        verdicts={len(requests) - 1: UNNAMED_FAULT} if at_fault else {},
    )


def _decided(record: dict[str, Any]) -> Decided | None:
    chosen = record.get("chosen")
    candidates = {candidate["action"]: candidate for candidate in record.get("candidates", [])}
    if not isinstance(chosen, str) and not candidates:
        return None
    return Decided(parse_response(chosen) if isinstance(chosen, str) else None, candidates)


def seat_of(match: Match, seat: int) -> SeatRecord:
    """One seat's view of a match."""
    before, result = match.seat_state(), match.result
    verdicts = {turn: verdict for turn, who, verdict in match.verdicts if who == seat}
    if result.action not in (HU, HUANG) and result.player == seat:
        verdicts.setdefault(len(match.requests) - 1, result.action)
    return SeatRecord(
        seat,
        match.players[seat] if seat < len(match.players) else "",
        match.scores[seat],
        before.wall_size,
        tuple(row[seat] for row in match.requests),
        tuple(row[seat] for row in match.responses),
        match.id,
        match.scores,
        preempted={turn: wish_of(text) for turn, who, text in match.preempted if who == seat},
        untold=frozenset(turn for turn, who in match.untold if who == seat),
        standing=before.standing,
        common_wall=match.common_wall,
        debug={turn: text for turn, who, text in match.debug if who == seat},
        times={
            turn: took for turn, row in enumerate(match.times) if (took := row[seat]) is not None
        },
        verdicts=verdicts,
    )


def to_input(record: SeatRecord) -> dict[str, Any]:
    """The record as a Botzone input object, with its id and player where they are known."""
    content: dict[str, Any] = {
        "requests": list(record.requests),
        "responses": list(record.responses),
    }
    known: dict[str, Any] = {"id": record.id, "player": record.player}
    known |= {"scores": list(record.scores), "common_wall": record.common_wall}
    if record.debug:
        known["debug"] = [record.debug.get(turn, "") for turn in range(len(record.responses))]
    return {**content, **{name: value for name, value in known.items() if value}}
