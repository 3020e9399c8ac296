"""A game of an environment as text: the table as on the terminal, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.console import Console

from mj_lab.core.game.referee import Game
from mj_lab.table.play.terminal.commentary import print_end
from mj_lab.table.play.terminal.watch import GameView

RENDER_MODES = ("ansi", "human")
_WIDTH = 100


class GameText:
    """Follows a game: call `note_event` once for every event, as it happens."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self._game = game
        self._names = list(names)
        self._view = GameView(game, self._names, [[] for _ in self._names])

    def note_event(self) -> None:
        """Process the game's latest event."""
        self._view.note(())

    def show(self, mode: str) -> str | None:
        """The table now: as text without colours (ansi), or on standard output (human)."""
        if mode == "human":
            self._print(Console())
            return None
        text = StringIO()
        self._print(Console(file=text, width=_WIDTH, color_system=None))
        return text.getvalue()

    def _print(self, console: Console) -> None:
        console.print(self._view.render())
        if self._game.result is not None:
            print_end(console, self._game, self._names)


def check_mode(mode: str | None) -> None:
    """Raise ValueError if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"no such render mode: {mode!r:.40}; there are: {', '.join(RENDER_MODES)}")
