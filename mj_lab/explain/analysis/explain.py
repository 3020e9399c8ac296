"""A tactic's evaluation of every candidate of a recorded decision, best first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.markup import escape

from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.history import Loading
from mj_bot.state import NOTHING, GameState
from mj_bot.tactics import answer_of, error_words, loading_of
from mj_lab.core.game.players import tactic_of
from mj_lab.core.records.decisions import decision_of_seat
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.matches import read_matches, recorded_in
from mj_lab.core.text.notation import Notation, compact, in_notation, meld_text, wind
from mj_lab.explain.analysis.candidate_tables import candidate_table, leads_table, reason_lines
from mj_lab.explain.analysis.explanation import candidates_of, choice_first
from mj_lab.explain.analysis.reason import Reason, reason_of_choice

# How many routes the table names: more do not fit a line, and distant ones do not matter.
NEAREST = 3
# How many actions are shown with their targets.
LED = 5


class ExplainedDecision(NamedTuple):
    """An explained decision: what the seat knew, the choice, every candidate, best first.

    reason: why the choice, and not the best candidate that is worse (`analysis.reason`).
    """

    name: str
    state: GameState
    tactic: str
    chosen: str
    candidates: list[dict[str, Any]]
    reason: Reason | None = None

    def as_json(self) -> dict[str, Any]:
        """The choice, the candidates and the reason as JSON."""
        return {
            "tactic": self.tactic,
            "chosen": self.chosen,
            "candidates": self.candidates,
            "reason": self.reason,
        }


def explain_file(
    path: Path, tactic_name: str, seat: int | None, turn: int | None
) -> ExplainedDecision:
    """Ask a tactic for its choice in a recorded decision and its evaluation of every candidate.

    A tactic without `explain` gives only its choice. A tactic's `loading` gets the actions before
    it, if the record has them.

    Raises ValueError, with error and place, if the tactic raises, and as `decision_in` does.
    """
    tactic = tactic_of(tactic_name)
    name, state = decision_in(path, seat, turn, loading_of(tactic))
    try:
        candidates = candidates_of(tactic, state)
        chosen = str(answer_of(tactic, state))
        if chosen == HU and candidates:  # It may be better to pass it.
            chosen = candidates[0]["action"]
    except (Exception, SystemExit) as error:
        raise ValueError(f"tactic {tactic_name}: {error_words(error)}") from error
    why = reason_of_choice(state, candidates, chosen)
    rows = choice_first(state, candidates, chosen)
    return ExplainedDecision(name, state, tactic_name, chosen, rows, why)


def decision_in(
    path: Path, seat: int | None, turn: int | None, loading: Loading | None = None
) -> tuple[str, GameState]:
    """The name and state of a recorded request, or of one turn of one seat of a match.

    If a request has its history, `turn` selects an earlier request, counted from 0, and `loading`
    is called as in a game. Raises ValueError if the file contains neither, or if the seat was asked
    nothing then.
    """
    if seat is not None:
        return _of_match(path, seat, turn)
    for record in recorded_in(path):
        if not isinstance(record.game, SeatRecord):
            raise ValueError(f"{path} is a match: name --seat and --at")
        last = len(record.game.requests) - 1
        if turn is not None and not 0 <= turn <= last:
            raise ValueError(f"turns are 0-{last}")
        return _of_turn(record.game, record.place, last if turn is None else turn, loading)
    raise ValueError(f"{path}: nothing in it")


def _of_turn(
    record: SeatRecord, location: str, turn: int, loading: Loading | None
) -> tuple[str, GameState]:
    for number, state in record.states(loading):
        if number < turn:
            continue
        if state.decision == NOTHING:
            raise ValueError(f"{location}: request {turn} only allows PASS")
        return f"{record.id or location} turn {turn}", state
    raise ValueError(f"{location}: no request {turn}")


def _of_match(path: Path, seat: int, turn: int | None) -> tuple[str, GameState]:
    if turn is None:
        raise ValueError("--seat goes with --at")
    decision = decision_of_seat(next(read_matches(path)), seat, turn)
    return decision.name, decision.state


# -- for a person ---------------------------------------------------------------------------------


def as_table(explanation: ExplainedDecision, notation: Notation = Notation.LETTERS) -> Group:
    """The candidates as a table below the hand, with the target hands of the best."""
    rows = explanation.candidates
    if not rows:
        rows = [{"action": str(legal)} for legal in action_space(explanation.state)]
    chosen = explanation.chosen
    candidate_tables = [
        candidate_table(rows, chosen, NEAREST, notation),
        leads_table(rows, chosen, LED, notation=notation),
    ]
    title = escape(in_notation(f"{explanation.tactic}: {chosen}", notation))
    why = [escape(in_notation(line, notation)) for line in reason_lines(explanation.reason)]
    tables = [table for table in candidate_tables if table.row_count]
    return Group(*_situation(explanation, notation), title, *why, *tables)


def print_explanation(
    console: Console, explanation: ExplainedDecision, notation: Notation = Notation.LETTERS
) -> None:
    """Print a decision with all its candidates."""
    console.print(as_table(explanation, notation))


def _situation(explanation: ExplainedDecision, notation: Notation) -> list[str]:
    state = explanation.state
    melds = " ".join(meld_text(meld, notation) for meld in state.own_melds)
    winds = f"seat {wind(state.seat)}, prevalent wind {wind(state.prevalent_wind)}"
    walls = f"walls left {'/'.join(map(str, state.walls))}"
    if state.common_wall:
        walls = f"{sum(state.walls)} left in the wall"
    hand = f"hand {compact(state.hand, notation)} {melds}".rstrip()
    return [escape(f"{explanation.name}: {winds}, {walls}"), escape(hand)]
