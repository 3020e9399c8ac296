"""A person at the terminal plays a hand against tactics, seeing only what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.markup import escape

from mj_bot.botzone.clock import Clock, TimeUp
from mj_bot.events import (
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HU,
    PASS,
    PENG,
    PLAY,
    Action,
    Event,
    parse_response,
)
from mj_bot.state import Standing
from mj_bot.tiles import code_of, tile_of
from mj_lab.core.game.play_game import WaitingFor
from mj_lab.core.game.players import STUCK, is_tactic, tactic_of
from mj_lab.core.game.walls import Wall
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.text.fan_names import english_name
from mj_lab.core.text.notation import both, compact, in_both, meld_text, wind
from mj_lab.explain.analysis.complete_hand.waits_text import UNDER_EIGHT, only_fan, wait_lines
from mj_lab.table.play.bots.program_bot import fault_counts, program_bot
from mj_lab.table.play.hand_in_play import HandInPlay
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.player_view import LegalChoice, PlayerView
from mj_lab.table.play.terminal.commentary import event_words, print_end, print_fault

Read = Callable[[str], str]


def hand_with_person(
    names: Sequence[str],
    seat: int,
    wall: Wall,
    standing: Standing | None = None,
    begun: BegunHand | None = None,
) -> HandInPlay:
    """A hand with a person at one seat. names: of the players by seat. begun: see `HandInPlay`."""
    others = {other: name for other, name in enumerate(names) if other != seat}
    programs = {
        other: program_bot(name, other) for other, name in others.items() if not is_tactic(name)
    }
    bots = {
        other: tactic_of(name, other) for other, name in others.items() if other not in programs
    }
    return HandInPlay(wall.tiles, wall.prevalent_wind, bots, standing, programs, begun)


def play_hand(
    console: Console, hand: HandInPlay, names: Sequence[str], seat: int, record: str
) -> Match:
    """Play a hand with the person in a seat, show how it ends; returns its record, of that name."""
    try:
        play_at_terminal(console, hand, names, seat)
    finally:
        hand.close()
    for bot_seat, count, first in fault_counts(list(hand.programs.items())):
        console.print(
            f"{names[bot_seat]}: {count} answers did not count; the first: {first}", markup=False
        )
    print_end(console, hand.game, names)
    print_fault(console, hand.game, names, hand.turns)
    return match_of(hand.game, hand.turns, record, names)


def play_at_terminal(
    console: Console, hand: HandInPlay, names: Sequence[str], seat: int, read: Read = input
) -> None:
    """Play a hand to its end: the person at `seat` is asked, tactics play the others.

    read: asks for a line, like `input`. Raises EOFError if no more lines come.
    """
    console.print(f"You are {wind(seat)}; prevalent wind 圈风 {wind(hand.game.prevalent_wind)}.")
    console.print("Discard by a tile's code (W1); ? lists the answers; Enter passes.", style="dim")
    with WaitingFor() as waiting:
        while not hand.is_over:
            _tell_event(console, hand.sights[seat], names)
            for open_seat in hand.open_seats():
                if open_seat == seat:
                    hand.reply(open_seat, _asked(console, hand, seat, read))
                    continue
                waiting.begin(f"{names[open_seat]} (seat {open_seat}, turn {hand.turn})")
                hand.reply(open_seat, _thought(console, hand, open_seat, names[open_seat]))
                waiting.end()
            hand.go_on()


def _thought(console: Console, hand: HandInPlay, seat: int, name: str) -> Action:
    """The answer of a tactic or program; a stuck tactic does not end the person's game."""
    try:  # Programs have limits of their own.
        return Clock().run(partial(hand.think, seat), STUCK if seat in hand.tactics else None)
    except TimeUp:
        console.print(f"{name} has no answer after {STUCK:g} s", style="red", markup=False)
        return hand.stand_in(seat)


def _tell_event(console: Console, sight: PlayerView, names: Sequence[str]) -> None:
    event = sight.state.last
    if not isinstance(event, Event) or (event.kind == DRAW and event.seat != sight.seat):
        return
    who = f"{wind(event.seat)} {escape(names[event.seat])}"
    frame = sight.frame()
    said = [event_words(event.kind)]
    if event.kind == CHI:
        said.append(escape(meld_text(sight.state.melds[event.seat][-1])) + ", discards 打")
    elif event.kind == PENG:
        said.append(both(frame["claimed"]) + ", discards 打")
    elif event.kind == GANG and frame["tile"] is not None:
        said.append(both(frame["tile"]))
    if event.tile is not None:
        said.append(both(event.tile))
    left = sum(sight.state.walls)
    style = "bold" if event.kind not in (DRAW, PLAY, BUHUA) else ""
    line = f"{left:>3} {who:<20} {' '.join(said)}"
    console.print(line, style=style, highlight=False, soft_wrap=True)


def _asked(console: Console, hand: HandInPlay, seat: int, read: Read) -> Action:
    """Ask the person until the answer is valid."""
    sight = hand.sights[seat]
    choices = sight.choices()
    melds = escape(" ".join(meld_text(meld) for meld in sight.state.own_melds))
    console.print(f"    {compact(sight.state.hand)} {melds}", style="bold cyan", highlight=False)
    _show_waits(console, sight)
    numbered = _numbered(choices)
    for number, (text, _) in enumerate(numbered, start=1):
        console.print(f"    {number}: {text}", highlight=False)
    while True:
        said = read("> ").strip().upper()
        answer = _meant(console, said, choices, numbered, read)
        if answer is not None:
            return _action_of(answer)
        if said != "?":
            console.print("    no such answer; ? lists them", style="red")
            continue
        for choice in choices:
            console.print(f"    {in_both(choice['action'])}", highlight=False)


def _show_waits(console: Console, sight: PlayerView) -> None:
    """Show what the hand waits for, now or after each discard, or a complete one under 8 fan."""
    shown = sight.waits()
    short = shown["under_eight"]
    if short is not None:
        text = f"    {both(tile_of(short['tile']))}: {only_fan(short['fan'])}, 8 are needed"
        console.print(text, style=UNDER_EIGHT, highlight=False)
    for line in wait_lines(shown["now"]):
        console.print("    waits for 听", line, highlight=False, soft_wrap=True)
    for action, rows in shown["after"].items():
        for line in wait_lines(rows):
            console.print(f"    {in_both(action)}: waits for 听", line, soft_wrap=True)


def _numbered(choices: Sequence[LegalChoice]) -> list[tuple[str, list[LegalChoice]]]:
    """The answers except plain discards; a claim is one, with all discards that can follow."""
    by_text: dict[str, list[LegalChoice]] = {}
    for choice in choices:
        if choice["kind"] in (PLAY, PASS):
            continue
        if choice["kind"] == HU:
            fans = ", ".join(
                f"{english_name(name)} {value * times}" for name, times, value in choice["fans"]
            )
            text = f"HU 和: {choice['fan']} fan, {choice['points']} points ({fans})"
        else:
            used = " ".join(code_of(tile) for tile in choice["uses"])
            text = f"{choice['kind']} with {used}"
        by_text.setdefault(text, []).append(choice)
    return list(by_text.items())


def _meant(
    console: Console,
    said: str,
    choices: Sequence[LegalChoice],
    numbered: Sequence[tuple[str, list[LegalChoice]]],
    read: Read,
) -> LegalChoice | None:
    """Parse a line as an answer; None if it is not one."""
    exact = [choice for choice in choices if choice["action"] == said]
    if exact:
        return exact[0]
    if not said:
        return next((choice for choice in choices if choice["kind"] == PASS), None)
    if said.isascii() and said.isdecimal() and len(said) < 3 and 1 <= int(said) <= len(numbered):
        text, group = numbered[int(said) - 1]
        if len(group) == 1:
            return group[0]
        console.print(f"    {text}: which tile do you discard?", highlight=False)
        return _by_tile(read("> ").strip().upper(), group)
    return _by_tile(said, [choice for choice in choices if choice["kind"] == PLAY])


def _by_tile(said: str, choices: Sequence[LegalChoice]) -> LegalChoice | None:
    return next((choice for choice in choices if choice["action"].split()[-1] == said), None)


def _action_of(choice: LegalChoice) -> Action:
    return parse_response(choice["action"])
