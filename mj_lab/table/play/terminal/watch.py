"""Shows a running game on the terminal with the bots' reasons: `mj play --watch`."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep
from typing import TYPE_CHECKING, Any

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    PENG,
    PLAY,
    SEATS,
    Event,
    parse_response,
)
from mj_bot.state import GameState
from mj_bot.tactics import Tactic, answer_of, loading_of
from mj_bot.tiles import code_of, tiles_from_counts
from mj_lab.core.text.notation import Notation, tiles_text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.text import Text

    from mj_lab.core.game.play_game import Player
    from mj_lab.core.game.referee import Game
    from mj_lab.core.game.replies import Reply
    from mj_lab.core.game.walls import Wall
    from mj_lab.core.records.match import Match

_WORDS = {
    DRAW: "draws 摸",
    PLAY: "discards 打",
    CHI: "chows 吃, discards 打",
    PENG: "pungs 碰, discards 打",
    GANG: "makes a kong 杠",
    BUGANG: "adds to a kong 加杠",
    BUHUA: "replaces a flower 补花",
}
_STYLES = {"W": "red", "B": "cyan", "T": "green", "F": "yellow", "J": "magenta", "H": "magenta"}
# How many candidates are shown, how many of them with their targets, and how many routes.
_REASONS = 5
_LED = 1
_ROUTES = 3
# Lines needed for the table with discards in rows of six, and for the reasons below it.
_HIGH_ENOUGH = 36


def watched_game(
    console: Console,
    players: Sequence[str],
    wall: Wall,
    name: str,
    pace: float = 0.6,
    seat: int | None = None,
    notation: Notation = Notation.LETTERS,
) -> Match:
    """Play a game while showing the table and the bots' evaluations; returns its record.

    pace: seconds between events. seat: show only this seat's hand and reasons.

    Raises ValueError, one line, for unknown players.
    """
    from rich.live import Live

    from mj_lab.core.game.play_game import play
    from mj_lab.core.game.referee import Game
    from mj_lab.core.records.match import match_of
    from mj_lab.table.play.terminal.commentary import print_end, print_fault

    if len(players) != SEATS:
        raise ValueError(f"four players are needed, not {len(players)}")
    game = Game(*wall)
    seated, minds = seat_players(players)
    with Live(console=console, auto_refresh=False, vertical_overflow="crop") as live:
        low = console.height < _HIGH_ENOUGH
        view = GameView(game, players, minds, seat, 12 if low else 6, notation)
        turns = play(game, seated, _shows(view, live, pace))
    print_end(console, game, players)
    print_fault(console, game, players, turns)
    return match_of(game, turns, name, players)


def _shows(view: GameView, live: Live, pace: float) -> Any:
    def show(_game: Game, replies: Sequence[Reply]) -> None:
        view.note(replies)
        live.update(view.render(), refresh=True)
        if pace and view.worth_a_look():
            sleep(pace)

    return show


class Thinking:
    """A tactic that remembers its evaluation of its last decision, if it has one."""

    def __init__(self, tactic: Tactic) -> None:
        self._tactic = tactic
        self.choice = ""
        self.candidates: list[dict[str, Any]] = []
        self.reason: dict[str, Any] | None = None
        loading = loading_of(tactic)
        if loading is not None:
            self.loading = loading

    def __call__(self, state: GameState) -> Any:
        """The tactic's answer."""
        from mj_bot.actions import action_space
        from mj_lab.explain.analysis.explanation import explain

        if len(action_space(state)) == 1:
            return answer_of(self._tactic, state)
        explanation = explain(self._tactic, state)
        self.choice, self.candidates = explanation.choice, explanation.candidates
        self.reason = explanation.reason
        return parse_response(explanation.choice)


def seat_players(specs: Sequence[str]) -> tuple[list[Player], list[list[Thinking]]]:
    """Four players, and the tactics by seat whose reasons can be shown; None for a program.

    Raises ValueError if there is no such tactic or program.
    """
    from mj_lab.core.game.players import TacticPlayer, is_tactic, player_of, tactic_of

    players: list[Player] = []
    minds: list[list[Thinking]] = []
    for seat, spec in enumerate(specs):
        player_class = player_of(spec)
        if not is_tactic(spec):
            players.append(player_class(seat))
            minds.append([])
            continue
        mind = Thinking(tactic_of(spec, seat))
        players.append(TacticPlayer(lambda _seed, mind=mind: mind, spec, seat))  # type: ignore[misc]
        minds.append([mind])
    return players, minds


class GameView:
    """The table at the current event, as a rich renderable.

    only: the only seat whose hand and reasons are shown; None for all. row: discards in a line.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        minds: Sequence[Sequence[Thinking]],
        only: int | None = None,
        row: int = 6,
        notation: Notation = Notation.LETTERS,
    ) -> None:
        self._row = row
        self._notation = notation
        self._game = game
        self._names = names
        self._minds = minds
        self._only = only
        self._discards: list[list[tuple[int, bool]]] = [[], [], [], []]
        self._before: Event | None = None
        self._thinker: int | None = None

    def note(self, replies: Sequence[Reply]) -> None:
        """Process the game's event. replies: the answers to it."""
        event = self._game.event
        before, self._before = self._before, event
        if event is None:
            return
        claims = event.kind in (CHI, PENG) or (
            event.kind == GANG and before and before.kind != DRAW
        )
        if claims and before is not None and self._discards[before.seat]:
            tile, _ = self._discards[before.seat][-1]
            self._discards[before.seat][-1] = (tile, True)
        if event.kind in (PLAY, CHI, PENG) and event.tile is not None:
            self._discards[event.seat].append((event.tile, False))
        acting = [seat for seat, reply in enumerate(replies) if str(reply) != "PASS"]
        if event.kind == DRAW:
            self._thinker = event.seat
        elif acting:
            self._thinker = acting[0]

    def worth_a_look(self) -> bool:
        """Whether the event changes anything in the table."""
        return self._game.event is not None

    def render(self) -> RenderableType:
        """The table, and the reasons of the seat that decided last."""
        from rich.console import Group

        return Group(self._table(), self._event(), self._reasons())

    def _table(self) -> RenderableType:
        from rich.box import ROUNDED
        from rich.markup import escape
        from rich.table import Table

        from mj_lab.core.text.notation import meld_text, wind

        game = self._game
        table = Table(
            title=f"prevalent wind 圈风 {wind(game.prevalent_wind)}", box=ROUNDED, expand=True
        )
        for head, share in (("seat", 2), ("hand 手牌, melds 副露", 6), ("discards 弃牌", 6)):
            table.add_column(head, ratio=share)
        for seat in range(SEATS):
            acts = game.event is not None and game.event.seat == seat
            who = f"{'▶ ' if acts else '  '}{wind(seat)}\n  {escape(self._names[seat])}"
            hand = self._hand(seat)
            for meld in game.melds[seat]:
                hand.append(" " + meld_text(meld, self._notation), "bold")
            who += f"\n  [dim]{len(game.walls[seat])} left"
            flowers = f", {game.flowers[seat]} flowers" if game.flowers[seat] else ""
            table.add_row(f"{who}{flowers}[/dim]", hand, self._river(seat), end_section=True)
        return table

    def _hand(self, seat: int) -> Text:
        from rich.text import Text

        tiles = tiles_from_counts(self._game.hands[seat])
        if self._only not in (None, seat):
            return Text("▒▒ " * len(tiles), "dim")
        event = self._game.event
        text = Text()
        drawn = event.tile if event and event.kind == DRAW and event.seat == seat else None
        if drawn is not None:
            tiles.remove(drawn)
        for tile in tiles:
            text.append(*self._styled(tile))
        if drawn is not None:
            text.append("+ ", "dim")
            text.append(*self._styled(drawn, "reverse"))
        return text

    def _river(self, seat: int) -> Text:
        from rich.text import Text

        text = Text()
        for number, (tile, claimed) in enumerate(self._discards[seat]):
            if number and number % self._row == 0:
                text.append("\n")
            code, style = self._styled(tile)
            text.append(code, "dim strike" if claimed else style)
        return text

    def _event(self) -> Text:
        from rich.text import Text

        from mj_lab.core.text.notation import both, in_notation, wind

        event = self._game.event
        if event is None:
            return Text("" if self._game.result else "the tiles are dealt 发牌")
        text = Text(f"{wind(event.seat)} {_WORDS[event.kind]} ", "bold")
        hidden = event.kind == DRAW and self._only not in (None, event.seat)
        if event.tile is not None and not hidden:
            text.append(in_notation(both(event.tile), self._notation))
        return text

    def _reasons(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        from mj_lab.core.text.notation import in_notation, wind
        from mj_lab.explain.analysis.candidate_tables import (
            candidate_table,
            leads_table,
            reason_lines,
        )

        seat = self._only if self._only is not None else self._thinker
        mind = self._minds[seat][0] if seat is not None and self._minds[seat] else None
        if seat is None or mind is None or not mind.choice:
            return Text("")
        title = f"{wind(seat)}, {self._names[seat]}: {in_notation(mind.choice, self._notation)}"
        rows = mind.candidates[:_REASONS]
        leads = leads_table(rows, mind.choice, _LED, _ROUTES, self._notation)
        tables = [candidate_table(rows, mind.choice, 0, self._notation)]
        tables += [leads] if leads.row_count else []
        why = [Text(in_notation(line, self._notation)) for line in reason_lines(mind.reason)]
        return Group(Text(title, "italic"), *why, *tables)

    def _styled(self, tile: int, more: str = "") -> tuple[str, str]:
        style = _STYLES[code_of(tile)[0]]
        return tiles_text([tile], self._notation) + " ", f"{style} {more}".strip()
