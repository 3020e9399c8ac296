"""Compares `action_space` with the judge at every decision of recorded matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mj_bot.actions import action_space
from mj_bot.events import (
    BUGANG,
    CHI,
    GANG,
    HU,
    PASSING,
    PENG,
    PLAY,
    SEATS,
    Action,
)
from mj_bot.history import note_answer
from mj_bot.state import GameState
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from mj_lab.core.game.referee import Game
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.match import Match

# Every possible answer: 1 PASS, 1 HU, 4 x 34 with a tile, GANG, 21 x 34 chows.
CONCEIVABLE = (
    PASSING,
    Action(HU),
    Action(GANG),
    *(Action(kind, tile) for kind in (PLAY, GANG, BUGANG, PENG) for tile in range(TILE_KINDS)),
    *(Action(CHI, tile, middle) for middle in CHOW_MIDDLES for tile in range(TILE_KINDS)),
)


@dataclass
class LegalCount:
    """Counts: seats asked, decisions (more than one legal answer), legal actions in all.

    disagreements: one line each, with match, turn and seat.
    """

    matches: int = 0
    asked: int = 0
    decisions: int = 0
    actions: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: LegalCount) -> None:
        """Add another count to this one."""
        self.matches += other.matches
        self.asked += other.asked
        self.decisions += other.decisions
        self.actions += other.actions
        self.disagreements += other.disagreements


def check_legality(match: Match) -> LegalCount:
    """Replay every seat's requests and compare `action_space` with judge and record."""
    count = LegalCount(matches=1)
    game = match.game()
    states = [match.seat_state() for _ in range(SEATS)]
    for turn, requests in enumerate(match.requests):
        for seat, state in enumerate(states):
            where = f"{match.id} turn {turn} seat {seat} ({requests[seat]})"
            state.apply(requests[seat])
            for difference in _differences(count, game, state, match, turn):
                count.disagreements.append(f"{where}: {difference}")
            note_answer(state, match.responses[turn][seat])
        if game.result is None:
            game.submit(match.replies(turn))
    return count


def _differences(
    count: LegalCount, game: Game, state: GameState, match: Match, turn: int
) -> Iterator[str]:
    seat = state.seat
    space = action_space(state)
    count.asked += 1
    count.decisions += len(space) > 1
    count.actions += len(space)
    ours = set(map(str, space))
    if len(ours) != len(space):
        yield f"listed twice: {sorted(map(str, space))}"
    judged = {str(action) for action in CONCEIVABLE if game.allows(seat, action)}
    if ours != judged:
        yield f"listed only: {_texts(ours - judged)}; judged only: {_texts(judged - ours)}"
    recorded = match.responses[turn][seat]
    if recorded not in map(str, space) and not _may_be_illegal(game, match, turn, seat):
        yield f"the recorded answer {recorded!r} is not listed"


def _may_be_illegal(game: Game, match: Match, turn: int, seat: int) -> bool:
    """Whether the record's judge called the answer a fault, or ended the turn without it."""
    ended_by = match.result.action
    last = turn == len(match.requests) - 1
    if last and ended_by not in (HU, HUANG) and match.result.player == seat:
        return True
    return game.settled(match.replies(turn)).seat not in (None, seat)


def _texts(actions: set[str]) -> str:
    return ", ".join(sorted(actions)) or "none"
