"""The games of handin.py's rehearsal: few that hold, for every seat, what games hold.

    python -m tests.data.rehearsal_games

Writes rehearsal/games.jsonl: of 14,000 games the fewest whose chosen seats see every kind of event,
decision and end (`sights`). The same code makes the same file; six minutes of one core.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, DRAW, GANG, HU, PENG, SEATS, Event
from mj_bot.history import fold, note_answer
from mj_bot.state import CLAIM, NOTHING, OWN_DRAW, ROB, GameState
from mj_bot.tiles import codes_of
from mj_lab.core.records.match import Match
from tests.data.make import clumps, game_of, stacked

GAMES = Path(__file__).resolve().parents[2] / "rehearsal" / "games.jsonl"
TRIED = 14_000
WALL = 136
# What one more seat or game costs, in requests: a process has to start.
A_SEAT, A_GAME = 60, 20
_ASKED = {OWN_DRAW: "draw", CLAIM: "claim", ROB: "rob"}


class View(NamedTuple):
    """A game as one seat sees it."""

    match: Match
    seat: int
    sights: frozenset[tuple[object, ...]]


def views(tried: int) -> Iterator[View]:
    """The views of all games without a fault."""
    for number in range(tried):
        dice = Random(f"rehearsal/{number}")
        match = game_of(f"rehearsal-{number}", (clumps, stacked)[number % 2](dice, WALL))
        if match.result.action in ("HU", "HUANG"):
            for seat in range(SEATS):
                yield View(match, seat, frozenset((seat, *one) for one in sights(match, seat)))


def sights(match: Match, seat: int) -> Iterator[tuple[str, ...]]:
    """What a seat of a game sees and is asked."""
    state = GameState()
    draws = 0
    for turn, row in enumerate(match.requests):
        fold(state, row[seat])
        event = state.last
        if isinstance(event, Event):
            draws += event.kind == DRAW and event.seat == seat
            yield from _happened(state, event)
        if state.decision != NOTHING:
            yield from _asked(state)
        if turn < len(match.responses):
            note_answer(state, match.responses[turn][seat])
    if draws >= 21:
        yield ("to the wall's end",)
    winner = match.result.player
    yield ("ends", "drawn" if winner is None else "won" if winner == seat else "lost")


def _happened(state: GameState, event: Event) -> Iterator[tuple[str, ...]]:
    who = "own" if event.seat == state.seat else "other"
    if event.kind in (CHI, PENG, BUGANG):
        yield (who, event.kind)
    if event.kind == GANG:
        yield (who, "concealed kong" if state.melds[event.seat][-1].concealed else "open kong")


def _asked(state: GameState) -> Iterator[tuple[str, ...]]:
    asked = _ASKED[state.decision]
    kinds = {action.kind for action in action_space(state)}
    yield from [(asked, kind) for kind in kinds]
    if state.decision == OWN_DRAW and state.replacing:
        yield (asked, "replacement")
    if state.wall_last:
        yield (asked, "last")
    if HU in kinds:
        yield (asked, "win by a kong", str(state.about_kong))
        yield (asked, "win with the last", str(state.wall_last))


def chosen(found: list[View]) -> list[View]:
    """Views that see together what all of them see, the best for its length first."""
    left = frozenset().union(*[view.sights for view in found])
    picked: list[View] = []
    known: set[str] = set()

    def gain(view: View) -> float:
        cost = len(view.match.requests) + A_SEAT + (0 if view.match.id in known else A_GAME)
        return len(view.sights & left) / cost

    while left:
        best = max(found, key=gain)
        picked.append(best)
        known.add(best.match.id)
        left -= best.sights
    return picked


def line_of(match: Match, seats: list[int]) -> str:
    """A game in one line: a turn is the answers that are not PASS, by seat."""
    turns = [
        {str(seat): answer for seat, answer in enumerate(row) if answer != "PASS"}
        for row in match.responses
    ]
    game = {"wall": codes_of(match.wall), "quan": match.quan, "seats": seats, "turns": turns}
    return json.dumps(game, separators=(",", ":"))


def main() -> None:
    """Write the file."""
    picked = chosen(list(views(TRIED)))
    games = {view.match.id: view.match for view in picked}
    lines = [
        line_of(match, sorted(view.seat for view in picked if view.match.id == name))
        for name, match in games.items()
    ]
    GAMES.write_text("".join(line + "\n" for line in lines), encoding="ascii")
    print(f"{len(lines)} games, {len(picked)} seats")


if __name__ == "__main__":
    main()
