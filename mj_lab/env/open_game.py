"""One game at the referee; agents answer from outside, seat by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mj_bot.actions import action_space
from mj_bot.botzone.gate import gate
from mj_bot.events import SEATS, Action
from mj_lab.core.game.play_game import OpenHand, Player, TurnWatch
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import Wall
from mj_lab.env.observation import SeatView
from mj_lab.env.showing import GameText


class OpenGame(OpenHand):
    """A game: players answer for their seats; call `answer` for other seats with a choice.

    players: by seat. history: see `SeatView`. names: of the players by seat; with them `text` shows
    the table. deciding: the outside seats that still must decide in this turn, in the order of
    asking.
    """

    def __init__(
        self,
        wall: Wall,
        players: Mapping[int, Player],
        history: int = 0,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(Game(*wall), players)
        self.text = GameText(self.game, names) if names is not None else None
        self.deciding: list[int] = []
        self.views = {
            seat: SeatView(len(wall.tiles) // SEATS, history)
            for seat in range(SEATS)
            if seat not in players
        }
        self._open_turn()

    def allows(self, seat: int, action: Action) -> bool:
        """Whether an outside seat's answer is legal in this turn."""
        return any(action.same(other) for other in action_space(self.views[seat].state))

    def answer(self, seat: int, action: Action | None) -> Action:
        """Take an outside seat's answer in this turn; None is the fallback: PASS or the draw."""
        state = self.views[seat].state
        given = gate(state, None) if action is None else action
        if state.decision:
            state.answered(given)
        self.replies[seat] = given
        if seat in self.deciding:
            self.deciding.remove(seat)
        return given

    def go_on(self, watch: TurnWatch | None = None) -> None:
        """Submit the four answers; a seat that has not answered passes."""
        super().go_on(watch)
        if not self.is_over:
            self._open_turn()

    def next_decision(self) -> None:
        """Advance to a turn in which an outside seat has a choice, or to the end."""
        while not self.is_over and not self.deciding:
            self.go_on()

    def _open_turn(self) -> None:
        if self.text is not None:
            self.text.note_event()
        for seat, view in self.views.items():
            view.see(self.game.request_for(seat))
        in_order = [(self.game.turn + step) % SEATS for step in range(SEATS)]
        self.deciding = [
            seat for seat in in_order if seat in self.views and self.views[seat].decides
        ]
