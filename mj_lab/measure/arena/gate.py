"""The gate: a candidate duels its base on new walls, meets a mixed field, and duels once more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from mj_lab.core.game.players import named
from mj_lab.core.runner.identity import code_digest, playing_versions, program_digest
from mj_lab.core.sprt import Sprt
from mj_lab.core.wall_means import estimate
from mj_lab.measure.arena.gate_ledger import Ledger, Look
from mj_lab.measure.arena.gate_rules import (
    POWER,
    SCREEN,
    chance_of_gain,
    found_loss,
    is_gain,
    is_loss,
    level_of_look,
)
from mj_lab.measure.arena.gate_trials import GAMES_A_WALL, GateFigure, Say, Workshop

# 36,000 games in the six seatings of 2v2: the error of a duel of `odds` is then about 0.16.
DUEL_WALLS = 6_000
# The players of the mixed field that the fast table has: rules, tiles counted, a network, a search.
# At one layer, as two take 60 times as long.
FIELD = ("rule_based", "greedy", "net", "expectimax@depth=1,seconds=0")
# At each of its four tables, eight games a wall: 36,000 games.
FIELD_WALLS = 1_125
# The base against itself: two copies must be equal on every wall, or nothing can be measured.
SELF_WALLS = 30
PASSES, FAILS = "passed", "refused"


class GateError(ValueError):
    """Nothing can be measured; its line says why."""


@dataclass(frozen=True)
class LookPlan:
    """Everything that determines the games of a look.

    walls: of the duel; the repetition has as many others. sprt: a test that may end the duel early.
    tables: of the mixed field, the three others at each, where candidate and base take turns.
    field_walls: of every table, the same.
    """

    candidate: str
    base: str
    walls: int = DUEL_WALLS
    sprt: Sprt | None = None
    tables: tuple[tuple[str, ...], ...] = ()
    field_walls: int = FIELD_WALLS

    def as_json(self) -> dict[str, Any]:
        """As stored in the ledger, with digests of code and programs."""
        specs = (self.candidate, self.base, *(spec for table in self.tables for spec in table))
        return {
            "candidate": self.candidate,
            "base": self.base,
            "walls": self.walls,
            "sprt": list(self.sprt) if self.sprt is not None else None,
            "tables": [list(table) for table in self.tables],
            "field_walls": self.field_walls,
            "code": code_digest(specs),
            "programs": [program_digest(spec) for spec in specs],
        }


@dataclass(frozen=True)
class GateResult:
    """The result of a look. verdict: PASSES or FAILS. look: at its base.

    in_field: over all tables, by walls: it decides. tables: by their names, to see where.

    again: once all else has passed, the duel on walls that were not used for selection. It is the
    figure to report, and decides at the level of the look.
    """

    verdict: str
    why: str
    look: int
    duel: GateFigure
    tables: Mapping[str, GateFigure]
    in_field: GateFigure | None = None
    again: GateFigure | None = None

    def to_json(self) -> dict[str, Any]:
        """As stored in the ledger."""
        row: dict[str, Any] = {"look_at_base": self.look, "level": level_of_look(self.look)}
        row["duel"] = self.duel.to_json()
        row["tables"] = {name: part.to_json() for name, part in self.tables.items()}
        if self.in_field is not None:
            row["field"] = self.in_field.to_json()
        if self.again is not None:
            row["again"] = {**self.again.to_json(), "p": chance_of_gain(self.again.found)}
        return {**row, "verdict": self.verdict, "why": self.why}

    def lines(self) -> list[str]:
        """Lines for people: each part of the result with its rule."""
        lines = [f"against the base: {_tested(self.duel, SCREEN)}"]
        lines += [f"at a table with {name}: {part}" for name, part in self.tables.items()]
        if self.in_field is not None:
            loss = found_loss(self.in_field.found)
            lines.append(
                f"in the mixed field: {self.in_field}; a loss of {loss:.2f} is found in {POWER:.0%}"
                " of looks"
            )
        if self.again is not None:
            level = level_of_look(self.look)
            lines.append(f"again, on other walls: {_tested(self.again, level)}")
        return [*lines, f"{self.verdict}: {self.why}"]


def _tested(part: GateFigure, level: float) -> str:
    return f"{part}; p = {chance_of_gain(part.found):.2g}, and must be below {level:.2g}"


def pass_gate(
    plan: LookPlan, workshop: Workshop, ledger: Ledger, say: Say, **notes: Any
) -> GateResult:
    """Take a look, or resume a stopped one, and write its result to the ledger.

    Whether the players can play, and where, is checked before the look is recorded. After a
    KeyboardInterrupt the look can be resumed.

    Raises GateError if the base does not equal itself, ValueError if a player cannot play.
    """
    pair = (plan.candidate, plan.base)
    parts: dict[str, tuple[str, ...]] = {
        "the base with itself": (plan.base, plan.base),
        "the two": pair,
    }
    for others in plan.tables:
        for player in pair:
            parts[f"{player} at a table with {table_name(others)}"] = (player, *others)
    played_at = {name: workshop.check(specs, say) for name, specs in parts.items()}
    look = ledger.begin(plan.as_json(), played_at=played_at, versions=playing_versions(), **notes)
    level = level_of_look(look.of_base)
    say(
        f"look {look.number} of the ledger, {look.of_base} at {plan.base}: level {level:.2g};"
        f" walls of the seed {look.seed}"
    )
    for where in dict.fromkeys(played_at.values()):
        say(f"played at {where}")
    _check_base(plan, workshop, look, say)
    result = _result(plan, workshop, look, say)
    ledger.end(look, result.to_json())
    return result


def _check_base(plan: LookPlan, workshop: Workshop, look: Look, say: Say) -> None:
    say(f"{plan.base} against itself, {SELF_WALLS} walls")
    difference, _ = workshop.duel((plan.base, plan.base), f"{look.seed}-self", SELF_WALLS)
    if difference.mean or difference.error:
        raise GateError(
            f"{plan.base} against itself is {difference.mean:+.3f} +- {difference.error:.3f},"
            " not exactly 0:"
            " it does not play the same game twice, so nothing can be measured with it"
        )


def _result(plan: LookPlan, workshop: Workshop, look: Look, say: Say) -> GateResult:
    pair, number = (plan.candidate, plan.base), look.of_base
    say(f"{plan.candidate} against {plan.base}")
    duel = workshop.duel(pair, look.seed, plan.walls if not plan.sprt else None, plan.sprt)
    if not is_gain(duel.found, SCREEN):
        return GateResult(FAILS, "no gain beyond its error", number, duel, {})
    in_field, tables = _field(plan, workshop, look, say)
    if in_field is not None and is_loss(in_field.found):
        return GateResult(FAILS, "it loses in the mixed field", number, duel, tables, in_field)
    say(f"{plan.candidate} against {plan.base} once more, on other walls")
    again = workshop.duel(pair, f"{look.seed}-again", plan.walls)
    if not is_gain(again.found, level_of_look(number)):
        why = f"the gain was not confirmed at the level of look {number} at {plan.base}"
        return GateResult(FAILS, why, number, duel, tables, in_field, again)
    return GateResult(PASSES, "a gain, twice", number, duel, tables, in_field, again)


def _field(
    plan: LookPlan, workshop: Workshop, look: Look, say: Say
) -> tuple[GateFigure | None, dict[str, GateFigure]]:
    """The candidate's lead over all tables, which share their walls, and at each."""
    leads: dict[str, list[float]] = {}
    for number, others in enumerate(plan.tables):
        name = table_name(others)
        say(f"both in the same seats at a table with {name}")
        seed = f"{look.seed}-field"
        leads[name] = workshop.leads(
            (plan.candidate, plan.base), others, seed, number, plan.field_walls
        )
    if not leads:
        return None, {}
    games = GAMES_A_WALL * plan.field_walls
    over_all = [mean(wall) for wall in zip(*leads.values(), strict=True)]
    return GateFigure(estimate(over_all), games * len(leads)), {
        name: GateFigure(estimate(lead), games) for name, lead in leads.items()
    }


def field_of(players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The tables of a mixed field, three of its players at each, everyone at three.

    >>> field_of(("greedy", "net", "odds", "random"))[:2]
    (('greedy', 'net', 'odds'), ('net', 'odds', 'random'))
    """
    around = (*players, *players)
    return tuple(around[first : first + 3] for first in range(len(players)))


def table_name(others: tuple[str, ...]) -> str:
    """Three others in words.

    >>> table_name(("greedy", "greedy", "greedy")), table_name(("greedy", "mine=keep:a", "random"))
    ('three greedy', 'greedy, mine, random')
    """
    names = [named(other).name for other in others]
    return f"three {names[0]}" if len(set(names)) == 1 else ", ".join(names)


def table_of(text: str) -> tuple[str, ...]:
    """A table's three others: one name for all three, or three names with + between them.

    Raises ValueError for another number.

    >>> table_of("greedy"), table_of("greedy+mine=cmd+simple:./bot+random")
    (('greedy', 'greedy', 'greedy'), ('greedy', 'mine=cmd+simple:./bot', 'random'))
    """
    names = tuple(re.split(r"\+(?!simple:)", text))
    if len(names) == 1:
        return names * 3
    if len(names) == 3 and all(names):
        return names
    raise ValueError(f"--table is one player or three, A+B+C, not {text:.80}")
