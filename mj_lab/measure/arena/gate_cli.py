"""The command `mj learn gate`; heavy imports wait until it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.core.options import Jobs, Walls, folder_to_write
from mj_lab.core.stopping import stopped_in_a_line
from mj_lab.measure.arena.gate_ledger import DEFAULT_LEDGER


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(gate)


def gate(
    candidate: Annotated[str, typer.Argument(help="The player that may be stronger.")],
    base: Annotated[str, typer.Argument(help="The player to beat.")] = DEFAULT,
    walls: Walls = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="LOW:HIGH", help="Stop when decided: LOW or HIGH."),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(help="Three others, A or A+B+C, in place of the mixed field; repeatable."),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="One more player of the mixed field; repeatable."),
    ] = None,
    why: Annotated[str, typer.Option(help="A note for the ledger.")] = "",
    ledger: Annotated[Path, typer.Option(help="The ledger.")] = DEFAULT_LEDGER,
    engine: Annotated[
        str,
        typer.Option(
            "--engine", help="Where to play: auto, fast, local, ray@ADDRESS, fast-ray@ADDRESS."
        ),
    ] = "auto",
    jobs: Jobs = 1,
    store: Annotated[
        Path | None,
        typer.Option(
            help="Finished work is stored here; a rerun resumes; by default beside the ledger."
        ),
    ] = None,
) -> None:
    """Is a candidate really stronger? Fresh walls, an exact self-control, every look counted.

    It must win a duel with the base, not lose in a mixed field (tables of rule_based, greedy, net,
    expectimax at one layer, and --also), and win the duel again on other walls, which gives the
    figure to report. Every look at a base makes the test stricter. A duel has 6,000 walls without
    --walls, the field 1,125 at most. Ctrl-C stops, and the same command resumes.
    """
    from datetime import datetime, timezone

    from mj_lab.core.game.players import named
    from mj_lab.core.sprt import sprt_of
    from mj_lab.measure.arena.gate import (
        DUEL_WALLS,
        FIELD,
        FIELD_WALLS,
        LookPlan,
        field_of,
        pass_gate,
        table_of,
    )
    from mj_lab.measure.arena.gate_ledger import Ledger
    from mj_lab.measure.arena.gate_trials import Workshop

    if isinstance(walls, Path) or walls == 1:
        raise ValueError("--walls is a number, two at least: every look has new walls")
    if table and also:
        raise ValueError("--also is a player of the mixed field, and --table plays in its place")
    for player in also or ():
        if named(player).spec in {named(other).spec for other in (*FIELD, candidate, base)}:
            raise ValueError(f"--also {player:.80}: it plays already")
    tables = tuple(map(table_of, table)) if table else field_of((*FIELD, *(also or ())))
    plan = LookPlan(
        candidate,
        base,
        walls or DUEL_WALLS,
        sprt_of(until) if until else None,
        tables,
        min(walls or DUEL_WALLS, FIELD_WALLS),
    )
    ledger_file = Ledger(ledger.expanduser())
    workshop = Workshop(engine, jobs, folder_to_write(store or ledger_file.games))
    date = datetime.now(timezone.utc).date().isoformat()
    with stopped_in_a_line(lambda: "interrupted; the same command resumes"):
        result = pass_gate(plan, workshop, ledger_file, _tell, why=why, date=date)
    print("\n".join(result.lines()))
    print(f"looks at {candidate} so far: {ledger_file.looks_at(candidate)}")


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
