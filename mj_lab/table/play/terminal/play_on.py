"""Plays a recorded hand on from a decision at the terminal, and compares the results."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.events import SEATS
from mj_bot.tactics import DEFAULT
from mj_bot.tiles import code_of
from mj_lab.core.game.seating import PERSON
from mj_lab.core.game.walls import Wall
from mj_lab.core.records.match import Match
from mj_lab.core.text.notation import meld_text, wind
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.player_view import PlayerView
from mj_lab.table.play.terminal.match_play import check_players
from mj_lab.table.play.terminal.person import hand_with_person, play_hand


def seated_at(players: Sequence[str] | None, seat: int | None) -> tuple[list[str], int]:
    """The four players by seat, and the person's seat.

    seat: where the person sits; else its position among the players. The others keep their order.
    Raises ValueError, one line, if there is no seat, or for players that cannot sit here.

    >>> seated_at(["human", "odds", "greedy", "random"], 2)
    (['odds', 'greedy', 'human', 'random'], 2)
    >>> seated_at(None, 1)
    (['learned', 'human', 'learned', 'learned'], 1)
    """
    if not players and seat is None:
        raise ValueError("--record goes with --seat, where you sit")
    specs = list(players or [PERSON] + [DEFAULT] * (SEATS - 1))
    if PERSON not in specs:
        raise ValueError("--record: name yourself, human, among the players")
    own = check_players(specs, PERSON)
    if seat is not None:
        specs.insert(seat, specs.pop(own))
        own = seat
    return specs, own


def play_from_record(console: Console, specs: Sequence[str], begun: BegunHand, name: str) -> Match:
    """Play a hand on and show it; returns its record. specs: by seat, PERSON for the person.

    Raises ValueError, one line, for unknown players; EOFError if the person's input ends.
    """
    wall = Wall(begun.match.wall, begun.match.quan)
    hand = hand_with_person(specs, begun.seat, wall, begun=begun)
    _print_table(console, hand.sights[begun.seat], specs)
    played = play_hand(console, hand, specs, begun.seat, name)
    _print_compared(console, begun, hand.game.scores)
    return begun.carried(played)


def _print_table(console: Console, sight: PlayerView, names: Sequence[str]) -> None:
    """Print what is open at the start: melds and discards of all seats."""
    table = Table("seat", "melds 副露", "discards 弃牌", title="So far 目前")
    for seat, name in enumerate(names):
        melds = " ".join(meld_text(meld) for meld in sight.state.melds[seat])
        rows = sight.state.discards[seat]
        lying = " ".join(code_of(discard.tile) for discard in rows if discard.claimed_by is None)
        table.add_row(f"{wind(seat)} {escape(name)}", escape(melds), lying)
    console.print(table)


def _print_compared(console: Console, begun: BegunHand, scores: Sequence[int]) -> None:
    table = Table("seat", "then 原来", "now 这次", title="In the record, and now 对比牌谱")
    for seat, (then, now) in enumerate(zip(begun.scores, scores, strict=True)):
        table.add_row(wind(seat), f"{then:+d}", f"{now:+d}")
    console.print(table)
    if any(begun.match.penalties):
        console.print("Penalties in the record are left out.", style="dim")
    if not begun.wall_known:
        console.print(
            "The record does not have the wall: undrawn tiles came in a new order.",
            style="dim",
        )
