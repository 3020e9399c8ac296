"""What a tactic thinks of every candidate action of a recorded decision, best first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table

from mj_bot.actions import action_space
from mj_bot.events import SEATS
from mj_bot.state import GameState, load_json
from mj_bot.tactics import load
from mj_bot.tiles import tile_of
from mj_lab.decisions import decisions_of_seat, is_request, read_sources
from mj_lab.matches import read_matches
from mj_lab.notation import chinese, compact, meld_text, wind
from mj_lab.records import built, read_records

# Routes named in the table; more would not fit a line, and the far ones say nothing.
NEAREST = 3

_KNOWN = ("action", "value", "distances", "shapes")


class Explanation(NamedTuple):
    """A decision explained: what the seat knew, its choice, every candidate best first."""

    name: str
    state: GameState
    tactic: str
    chosen: str
    candidates: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """For machines."""
        return {"tactic": self.tactic, "chosen": self.chosen, "candidates": self.candidates}


def explain(name: str, state: GameState, tactic_name: str) -> Explanation:
    """Ask a tactic for its choice and for what it thinks of every candidate.

    A tactic without `explain` tells its choice alone.
    """
    tactic = load(tactic_name)
    how = getattr(tactic, "explain", None)
    candidates = how(state) if how is not None else []
    return Explanation(name, state, tactic_name, str(tactic(state)), candidates)


def explain_file(path: Path, tactic: str, seat: int | None, turn: int | None) -> Explanation:
    """Explain a recorded request, or one turn of one seat of a match.

    Of a request with its history `turn` chooses an earlier request, by its place from 0.
    Raises ValueError if the file holds neither, or that seat had nothing to decide then.
    """
    if seat is not None:
        return _of_match(path, tactic, seat, turn)
    if turn is not None:
        return _of_request(path, tactic, turn)
    for source in read_sources(path):
        if source.match is not None:
            raise ValueError(f"{path} holds a match: say which --seat and --turn")
        for decision in source.decisions(None):
            return explain(decision.name, decision.state, tactic)
        raise ValueError(f"{path}: the last request asks nothing: PASS is the only answer")
    raise ValueError(f"{path}: nothing in it")


def _of_request(path: Path, tactic: str, turn: int) -> Explanation:
    place, record = next(read_records(path))
    if not is_request(record):
        raise ValueError(f"{path} holds a match: say which --seat and --turn")
    requests = record["requests"]
    if not 0 <= turn < len(requests):
        raise ValueError(f"turns are 0-{len(requests) - 1}")
    cut = {"requests": requests[: turn + 1], "responses": record.get("responses", [])[:turn]}
    state = built(place, load_json, cut)
    if len(action_space(state)) == 1:
        raise ValueError(f"{path}: request {turn} asks nothing: PASS is the only answer")
    return explain(f"{place} turn {turn}", state, tactic)


def _of_match(path: Path, tactic: str, seat: int, turn: int | None) -> Explanation:
    if turn is None:
        raise ValueError("--seat goes with --turn")
    match = next(read_matches(path))
    if not (0 <= seat < SEATS and 0 <= turn < len(match.requests)):
        raise ValueError(f"seats are 0-3, turns 0-{len(match.requests) - 1}")
    turns = []
    for decision in decisions_of_seat(match, seat):
        turns.append(decision.turn)
        if decision.turn == turn:
            return explain(decision.name, decision.state, tactic)
    known = ", ".join(map(str, turns))
    raise ValueError(f"seat {seat} has nothing to decide at turn {turn}; it has at {known}")


# -- for a person ---------------------------------------------------------------------------------


def as_table(explanation: Explanation) -> Group:
    """The candidates as a readable table under the hand."""
    table = Table("action", "value", title=f"{explanation.tactic}: {explanation.chosen}")
    extra = _extra_columns(explanation.candidates)
    for name in extra:
        table.add_column(name.replace("_", " "), justify="right")
    table.add_column("nearest")
    for candidate in explanation.candidates:
        cells = [_number(candidate.get(name)) for name in extra]
        action = candidate["action"]
        style = "bold" if action == explanation.chosen else None
        table.add_row(
            in_both(action), _number(candidate["value"]), *cells, _reasons(candidate), style=style
        )
    if not explanation.candidates:
        for legal in action_space(explanation.state):
            table.add_row(in_both(str(legal)), "", "")
    return Group(*_situation(explanation), table)


def print_explanation(console: Console, explanation: Explanation) -> None:
    """Print a decision with all its candidates."""
    console.print(as_table(explanation))


def _situation(explanation: Explanation) -> list[str]:
    state = explanation.state
    melds = " ".join(meld_text(meld) for meld in state.own_melds)
    winds = f"seat {wind(state.seat)}, prevalent wind {wind(state.prevalent_wind)}"
    walls = f"walls left {'/'.join(map(str, state.walls))}"
    hand = f"hand {compact(state.hand)} {melds}".rstrip()
    return [escape(f"{explanation.name}: {winds}, {walls}"), escape(hand)]


def in_both(action: str) -> str:
    """An action with the Chinese names of its tiles.

    >>> in_both("PLAY W1"), in_both("PASS")
    ('PLAY W1 一万', 'PASS')
    """
    words = action.split()
    names = "".join(chinese(tile_of(code)) for code in words[1:])
    return f"{action} {names}".rstrip()


def _extra_columns(candidates: list[dict[str, Any]]) -> list[str]:
    """Whatever numbers a tactic tells beside the value, in its own order."""
    first = candidates[0] if candidates else {}
    return [
        name
        for name, value in first.items()
        if name not in _KNOWN and isinstance(value, (int, float))
    ]


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "" if value is None else str(value)


def _reasons(candidate: dict[str, Any]) -> str:
    if "distances" in candidate:
        nearest = sorted(candidate["distances"].items(), key=lambda item: item[1])[:NEAREST]
        return ", ".join(f"{route} {distance:.2f}" for route, distance in nearest)
    if candidate.get("shapes"):
        return "; ".join(_shape(shape) for shape in candidate["shapes"][:NEAREST])
    useful = candidate.get("useful")
    return str(useful) if useful is not None else ""


def _shape(shape: dict[str, Any]) -> str:
    fans = " ".join(shape.get("fans", []))
    missing = ", ".join(f"{code} ({left})" for code, left in shape.get("missing", {}).items())
    return f"{fans}: {missing}" if missing else fans
