"""How often a tactic makes the recorded choice, by kind of decision and by route."""

from __future__ import annotations

from collections.abc import Container, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Group
from rich.table import Table

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, GANG, HU, PASS, PLAY, Action
from mj_bot.state import OWN_DRAW
from mj_bot.tactics import Tactic, answer_of, explain_of, loading_of
from mj_lab.core.game.players import tactic_of
from mj_lab.core.records.archives import files_of
from mj_lab.core.records.decisions import Decision
from mj_lab.core.records.formats.seat_record import may_be
from mj_lab.core.records.matches import MatchError, Skipped
from mj_lab.core.records.sources import Source, read_sources

# Distances are recorded to three decimals; differences up to this count as equal.
RECORDED_TOLERANCE = 0.005


@dataclass
class Split:
    """One kind of decision.

    decisions: how many. same: the same action. missed: only the record did it. extra: only the
    tactic did it. other: both did it, differently.
    """

    decisions: int = 0
    same: int = 0
    missed: int = 0
    extra: int = 0
    other: int = 0

    def add(self, recorded: bool, ours: bool, same: bool) -> None:
        """Count one decision: whether record and tactic did it, and did the same."""
        self.decisions += 1
        self.same += same
        self.missed += recorded and not ours
        self.extra += ours and not recorded
        self.other += ours and recorded and not same


@dataclass
class RouteCount:
    """A comparison of one route's distances: candidates, how many are equal, summed error."""

    candidates: int = 0
    equal: int = 0
    error: float = 0.0

    def add(self, recorded: float, ours: float) -> None:
        """Count one candidate's two distances."""
        self.candidates += 1
        self.equal += abs(recorded - ours) <= RECORDED_TOLERANCE
        self.error += ours - recorded


@dataclass
class Agreement:
    """The counts of `mj check agree`.

    splits: `discards` (own draws where the record discards), `claims` (of discards: chow, pung,
    kong), `kongs` (on own draws), `wins`.
    """

    decisions: int = 0
    same: int = 0
    splits: dict[str, Split] = field(
        default_factory=lambda: {name: Split() for name in ("discards", "claims", "kongs", "wins")}
    )
    routes: dict[str, RouteCount] = field(default_factory=dict)

    def add(self, other: Agreement) -> None:
        """Add another count."""
        self.decisions += other.decisions
        self.same += other.same
        for name, split in other.splits.items():
            mine = self.splits[name]
            for key, value in vars(split).items():
                setattr(mine, key, getattr(mine, key) + value)
        for name, route in other.routes.items():
            ours = self.routes.setdefault(name, RouteCount())
            ours.candidates += route.candidates
            ours.equal += route.equal
            ours.error += route.error

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data for JSON; shares of nothing are null."""
        return {
            "decisions": self.decisions,
            "agreement": _share(self.same, self.decisions),
            "split": {name: vars(split) for name, split in self.splits.items()},
            "routes": {
                name: {
                    "candidates": route.candidates,
                    "equal": _share(route.equal, route.candidates),
                    "mean_error": _share(route.error, route.candidates),
                }
                for name, route in self.routes.items()
            },
        }


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def agreement_of(source: Source, tactic_name: str) -> Agreement:
    """Ask a tactic every decision of a record."""
    tactic = tactic_of(tactic_name)
    count = Agreement()
    for decision in source.decisions(loading_of(tactic)):
        if decision.chosen is not None:
            _count(count, decision, tactic)
    return count


def agreement_of_files(
    files: Sequence[Path],
    tactic_name: str,
    levels: Container[str] = (),
    jobs: int = 1,
    skipped: Skipped | None = None,
) -> Agreement:
    """Ask a tactic every decision of many files; only of matches of some levels, if given.

    skipped: gets the errors of records that cannot be read, and the rest is counted. Raises
    ValueError if there is no such tactic or file, or nothing can be read; without `skipped` at the
    first error.
    """
    tactic_of(tactic_name)
    match_files = [file for path in files for file in files_of(path)]
    whole = [_Part(file, 0, 1, tactic_name, levels) for file in match_files if not file.is_file()]
    split = [
        _Part(file, number, jobs, tactic_name, levels)
        for file in match_files
        if file.is_file()
        for number in range(jobs)
    ]
    results = list(map(_agreement_of_part, whole))  # Another process cannot read our pipes.
    if jobs == 1:
        results += map(_agreement_of_part, split)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results += pool.map(_agreement_of_part, split)
    total, sources = Agreement(), 0
    for counted, count, errors in results:
        total.add(counted)
        sources += count
        for error in errors:
            if skipped is None:
                raise error
            skipped(error)
    if skipped is not None:
        skipped.check(sources)
    return total


class _Part(NamedTuple):
    """Every `step`-th record of a file, from `place` on: one process's part."""

    path: Path
    place: int
    step: int
    tactic: str
    levels: Container[str]


def _agreement_of_part(part: _Part) -> tuple[Agreement, int, list[MatchError]]:
    """The counts, the number of records of the file, and its errors (once a file)."""
    total, errors, number = Agreement(), list[MatchError](), 0
    for source in read_sources(part.path, errors.append):
        wanted = not part.levels or source.match is None or source.level in part.levels
        if number % part.step == part.place and wanted:
            total.add(agreement_of(source, part.tactic))
        number += 1
    return total, number, errors if part.place == 0 else []


def agreement_table(total: Agreement, tactic_name: str) -> Group:
    """The figures for people."""
    share = _percent(total.same, total.decisions)
    whole = f"{tactic_name}: {total.decisions} decisions, {share} the same"
    splits = Table("", "decisions", "same", "share", "missed", "too many", "otherwise")
    for name, split in total.splits.items():
        cells = (split.decisions, split.same, _percent(split.same, split.decisions))
        splits.add_row(name, *map(str, cells), *map(str, (split.missed, split.extra, split.other)))
    if not total.routes:
        return Group(whole, splits)
    routes = Table("route", "candidates", "equal", "mean error")
    for name, route in total.routes.items():
        mean = f"{route.error / route.candidates:+.4f}"
        routes.add_row(name, str(route.candidates), _percent(route.equal, route.candidates), mean)
    return Group(whole, splits, routes)


def _percent(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _count(count: Agreement, decision: Decision, tactic: Tactic) -> None:
    state, recorded = decision.state, decision.chosen
    assert recorded is not None
    explain = explain_of(tactic)
    if explain is not None and decision.candidates:
        _count_routes(count, decision, explain(state))
    ours = answer_of(tactic, state)
    same = may_be(ours, recorded)
    count.decisions += 1
    count.same += same
    splits = count.splits
    actions = action_space(state)
    if actions[0].kind == HU:
        splits["wins"].add(recorded.kind == HU, ours.kind == HU, same)
    if state.decision == OWN_DRAW:
        if recorded.kind == PLAY:
            splits["discards"].add(True, ours.kind == PLAY, same)
        if any(action.kind in (GANG, BUGANG) for action in actions):
            splits["kongs"].add(_is_kong(recorded), _is_kong(ours), same)
    elif any(action.kind not in (PASS, HU) for action in actions):
        splits["claims"].add(_is_claim(recorded), _is_claim(ours), same)


def _is_kong(action: Action) -> bool:
    return action.kind in (GANG, BUGANG)


def _is_claim(action: Action) -> bool:
    return action.kind not in (PASS, HU)


def _count_routes(count: Agreement, decision: Decision, ours: list[dict[str, Any]]) -> None:
    for candidate in ours:
        recorded = decision.candidates.get(candidate["action"], {}).get("distances", {})
        for route, distance in candidate.get("distances", {}).items():
            if route in recorded:
                count.routes.setdefault(route, RouteCount()).add(recorded[route], distance)
