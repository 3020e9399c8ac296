"""Prints a game on the terminal: a line for every action, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.events import BUGANG, BUHUA, CHI, DRAW, GANG, HU, PENG, PLAY, SEATS
from mj_lab.core.game.fault_words import explain_options, fault_words
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.game.result import HUANG, Result
from mj_lab.core.text.fan_names import english_name
from mj_lab.core.text.notation import (
    both,
    compact,
    meld_text,
    wind,
)

_WORDS = {
    PLAY: "discards",
    CHI: "chows 吃",
    PENG: "pungs 碰",
    GANG: "kongs 杠",
    BUGANG: "adds a kong 加杠",
    BUHUA: "flower 补花",
}
_COLOURS = ("red", "cyan", "green", "yellow")


def event_words(kind: str) -> str:
    """What a seat did, in words, by the kind of event.

    >>> event_words("PLAY"), event_words("DRAW")
    ('discards', 'draws 摸')
    """
    return _WORDS.get(kind, "draws 摸")


class Commentary:
    """Prints a game while it is played: pass `watch` to `mj_lab.core.game.play_game.play`."""

    def __init__(self, console: Console, names: Sequence[str]) -> None:
        self._console = console
        self._names = [escape(name) for name in names]
        self._width = max(cell_len(name) for name in names)

    def watch(self, game: Game, replies: Sequence[Reply]) -> None:
        """Print the current event; draws are printed with the discard that follows."""
        event = game.event
        if event is None:
            if game.deals:
                self._deal(game)
        elif event.kind != DRAW:
            drawn = both(event.tile) if event.tile is not None else ""
            chow = f" {both(event.chow)}:" if event.chow is not None else ""
            self._line(game, event.seat, f"{_WORDS[event.kind]}{chow} {drawn}")

    def _deal(self, game: Game) -> None:
        self._console.print(f"prevalent wind 圈风 {wind(game.prevalent_wind)}")
        for seat in range(SEATS):
            self._line(game, seat, "is dealt")

    def _line(self, game: Game, seat: int, what: str) -> None:
        melds = escape(" ".join(meld_text(meld) for meld in game.melds[seat]))
        colour = _COLOURS[seat]
        name = set_cell_size(self._names[seat], self._width)
        who = f"[{colour}]{set_cell_size(wind(seat), 8)} {name}[/{colour}]"
        did = set_cell_size(what, 25)
        hand = f"[dim]{compact(game.hands[seat])} {melds}[/dim]"
        left = f"{len(game.walls[seat]):>2}"
        self._console.print(f"{left} {who} {did} {hand}", highlight=False, soft_wrap=True)


def print_end(console: Console, game: Game, names: Sequence[str]) -> None:
    """Print the result, the fans of a win, and the scores."""
    result = game.result
    assert result is not None
    console.print(f"\n{headline(result, names)}")
    if result.fans:
        console.print(fan_table(result))
    table = Table("seat", "player", "score", title="Scores 得分")
    for seat, name in enumerate(names):
        table.add_row(wind(seat), escape(name), f"{game.scores[seat]:+d}")
    console.print(table)


def print_fault(
    console: Console, game: Game, names: Sequence[str], turns: Sequence[PlayedTurn]
) -> None:
    """Print a seat's fault, if any: its answer, the legal ones, how to examine it."""
    result = game.result
    if result is None or result.player is None or result.action == HU:
        return
    turn, seat = len(turns) - 1, result.player
    options = explain_options(seat, turn, names[seat])
    for line in (
        fault_words(game, turn, turns[turn].replies[seat]),
        f"to look at it: play again with -o FILE.json, then mj explain FILE.json {options}",
    ):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def headline(result: Result, names: Sequence[str]) -> str:
    """How a game ended, in one line.

    >>> headline(Result("HUANG"), ["a", "b", "c", "d"])
    'drawn game 荒庄: the wall is empty'
    """
    if result.action == HUANG or result.player is None:
        return "drawn game 荒庄: the wall is empty"
    who = f"{wind(result.player)} {escape(names[result.player])}"
    if result.action != HU:
        detail = f": {escape(result.detail)}" if result.detail else ""
        return f"{who} is faulted, {result.action}{detail}"
    if result.giver is None:
        return f"{who} wins by self-draw 自摸, {result.fan} fan"
    return f"{who} wins on {wind(result.giver)} {escape(names[result.giver])}, {result.fan} fan"


def fan_table(result: Result) -> Table:
    """The fans of a win by both names."""
    table = Table("fan 番种", "", "value", title="Win 和牌")
    for name, times, value in result.fans:
        table.add_row(name, english_name(name), f"{value}" if times == 1 else f"{times} x {value}")
    table.add_row("", "total", str(result.fan), end_section=True)
    return table
