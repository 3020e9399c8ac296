"""One hand at our judge in progress: the legal and the given answers of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mj_bot.actions import action_space
from mj_bot.botzone.gate import gate
from mj_bot.events import HU, PASSING, SEATS, Action
from mj_bot.history import response_of
from mj_bot.state import CLAIM, NOTHING, OWN_DRAW, GameState, Standing
from mj_bot.tactics import Tactic, answer_of, loading_of
from mj_lab.core.game.answers import read
from mj_lab.core.game.play_game import OpenHand, TurnWatch
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.table.play.bots.program_bot import ProgramBot
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.player_view import PlayerView

# How long a seat passes discards that it cannot win with: not at all, until its next draw, to the
# end.
PASS_UNTIL = ("", "turn", "hand")


class AnswerRefusedError(ValueError):
    """An answer was refused, with one line why; the game is unchanged."""


class HandInPlay(OpenHand):
    """A hand: answers are given with `reply` until `is_complete`, then `go_on`, until `is_over`.

    tactics, programs: by seat, those that play by themselves. A seat without a choice passes by
    itself, so only `open_seats` have to be asked (a program at every turn); a seat in `passes` that
    cannot win passes discards too. passes: by seat "turn", until its next draw, or "hand".
    standing: of the match of the hand, which tactics see. Programs are ended with the hand, or by
    `close`. begun: the recorded hand that it follows up to its turn, with its wall, winds and
    standing.
    """

    def __init__(
        self,
        wall: Sequence[int],
        prevalent_wind: int,
        tactics: Mapping[int, Tactic],
        standing: Standing | None = None,
        programs: Mapping[int, ProgramBot] | None = None,
        begun: BegunHand | None = None,
    ) -> None:
        super().__init__(begun.game() if begun else Game(wall, prevalent_wind), {})
        self.tactics = dict(tactics)
        self.programs = dict(programs or {})
        self.passes: dict[int, str] = {}
        known = begun.match.seat_state() if begun else GameState(len(wall) // SEATS, standing)
        size, common = known.wall_size, known.common_wall
        self.sights = [
            PlayerView(seat, size, loading_of(self.tactics.get(seat)), known.standing, common)
            for seat in range(SEATS)
        ]
        whole = len(self.game.wall) // SEATS
        self.public = PlayerView(0, whole, common_wall=common, is_spectator=True)
        self._open_turn()
        if begun is None:
            self.go_on()  # The start asks nothing: the hand begins with the deal.
        for replies in begun.replies() if begun else ():
            self.replies = dict(enumerate(replies))
            self._submit()

    @property
    def turn(self) -> int:
        """The number of the current turn."""
        return len(self.turns)

    @property
    def is_complete(self) -> bool:
        """Whether all four answers are here."""
        return len(self.replies) == SEATS and not self.is_over

    def plays_by_itself(self, seat: int) -> bool:
        """Whether a tactic or a program sits there."""
        return seat in self.tactics or seat in self.programs

    def open_seats(self) -> list[int]:
        """The seats that still have to answer."""
        if self.is_over:
            return []
        return [seat for seat in range(SEATS) if seat not in self.replies]

    def given(self, seat: int) -> Action | None:
        """The answer of a seat with a choice in this turn; None without an answer or a choice."""
        given = self.replies.get(seat) if self._has_choice(seat) else None
        return given if isinstance(given, Action) else None

    def reply(self, seat: int, action: Action) -> None:
        """Take a seat's answer.

        Raises AnswerRefusedError, without any change, if it is not legal or not asked for.
        """
        self.check(seat, action)
        self.replies[seat] = action

    def check(self, seat: int, action: Action) -> None:
        """Raise AnswerRefusedError if `reply` would; nothing changes."""
        if self.is_over:
            raise AnswerRefusedError("the hand is over")
        if seat in self.replies:
            raise AnswerRefusedError("nothing is asked of this seat now")
        if not any(action.same(legal) for legal in action_space(self.sights[seat].state)):
            raise AnswerRefusedError(f"not legal now: {str(action):.40}")

    def think(self, seat: int) -> Action:
        """The answer of a seat's tactic or program, checked: nothing illegal passes."""
        state = self.sights[seat].state
        program = self.programs.get(seat)
        try:
            wanted: Any = read(program.think()) if program else answer_of(self.tactics[seat], state)
        except Exception:  # A broken bot must not end the game for people.
            wanted = None
        return gate(state, wanted)

    def stand_in(self, seat: int) -> Action:
        """The answer for a person whose time is over: the drawn tile, or a pass."""
        return gate(self.sights[seat].state, None)

    def pass_claims(self, seat: int, until: str) -> None:
        """Set how long this seat passes every discard that it cannot win with; one of PASS_UNTIL.

        Raises AnswerRefusedError for any other word.
        """
        if until not in PASS_UNTIL:
            raise AnswerRefusedError("claims: until is none of the words for it")
        if until:
            self.passes[seat] = until
            self._pass_unclaimed(seat)
        else:
            self.passes.pop(seat, None)

    def go_on(self, watch: TurnWatch | None = None) -> None:
        """Submit the four answers to the judge and process the next request.

        Raises ValueError if one is missing.
        """
        if not all(isinstance(self.replies.get(seat), Action) for seat in range(SEATS)):
            raise ValueError("not every seat has answered")
        self._submit(watch)

    def close(self) -> None:
        """Abandon the hand: its programs are ended."""
        for program in self.programs.values():
            program.close()

    def _submit(self, watch: TurnWatch | None = None) -> None:
        """Submit the replies to the judge; a recorded reply may be invalid."""
        given = [_action_in(self.replies[seat]) for seat in range(SEATS)]
        super().go_on(watch)
        for sight, action in zip((*self.sights, self.public), (*given, given[0]), strict=True):
            if action is not None:
                sight.answered(action)
        for seat, program in self.programs.items():
            program.answered(given[seat] or PASSING)
        if not self.is_over:
            self._open_turn()

    def _open_turn(self) -> None:
        for sight in (*self.sights, self.public):
            sight.look(self.game)
        for seat, program in self.programs.items():
            request = self.sights[seat].state.last
            assert request is not None
            program.hear(request)
        for seat in range(SEATS):
            if self.sights[seat].state.decision == OWN_DRAW and self.passes.get(seat) == "turn":
                del self.passes[seat]
            if not self._has_choice(seat):
                if seat not in self.programs or not self.game.deals:
                    self.replies[seat] = PASSING
            elif seat in self.passes:
                self._pass_unclaimed(seat)

    def _has_choice(self, seat: int) -> bool:
        state = self.sights[seat].state
        if state.decision == NOTHING:
            return False
        return action_space(state) != [PASSING]

    def _pass_unclaimed(self, seat: int) -> None:
        state = self.sights[seat].state
        if state.decision != CLAIM or seat in self.replies or self.is_over:
            return
        if not any(action.kind == HU for action in action_space(state)):
            self.replies[seat] = PASSING


def _action_in(reply: Reply) -> Action | None:
    """The action of a reply; None for an invalid one."""
    if isinstance(reply, str):
        return response_of(reply)
    return reply if isinstance(reply, Action) else None
