"""Programs that go wrong in a league: each earns its verdict, the rest goes on, nothing is left."""

import json
import re
import sys
import uuid
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mj_lab.core.game.sandbox import Limits
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.text.notation import wind
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.league import League, run_league
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.duel_text import print_duel
from mj_lab.measure.arena.report.league_summary import league_summary

FAULTY = Path(__file__).parents[2] / "core" / "game" / "programs" / "faulty.py"
ROOT = Path(__file__).parents[4]
# What a program that hangs costs every game, and enough for any other to start.
QUICK = Limits(seconds=1.5, first_seconds=1.5, kept_seconds=1.5)

# The verdict of the judge on each; faulty.py answers a start and a deal, so it gets so far.
VERDICTS = {
    "keep:{} hangs": "TLE",
    "cmd:{} dies": "RE",
    "keep:{} floods_output": "OLE",
    "cmd:{} says garbage": "NJ",
    'cmd:{} says \'{{"response": "HU"}}\'': "WA",
}


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every process started in the test carries a mark: none may outlive it."""
    own = uuid.uuid4().hex
    monkeypatch.setenv("LC_MJ_TEST", own)
    yield
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if own.encode() in (folder / "environ").read_bytes():
                left.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    # The last is this process's own, and ends with it.
    assert [command for command in left if b"resource_tracker" not in command] == []


def spec_of(pattern: str) -> str:
    return pattern.format(FAULTY)


@pytest.mark.slow
def test_a_league_of_wrong_programs_goes_on(tmp_path: Path) -> None:
    specs = (*map(spec_of, VERDICTS), "random", "greedy", "random")
    league = League(specs, rounds=1, seatings=4)
    with Store(tmp_path / "db", league.settings()) as store:
        engine = LocalEngine(2)
        run = run_league(league, engine, store, league.setup(limits=QUICK))
    summary = league_summary(run).to_json()
    assert summary["complete"]
    players = {player["player"]: player for player in summary["standings"]}
    for pattern, verdict in VERDICTS.items():
        assert set(players[spec_of(pattern)]["faults"]) == {verdict}, pattern
    honest = [player for player in summary["standings"] if player["player"] in ("random", "greedy")]
    assert [player["faults"] for player in honest] == [{}] * 3
    assert {player["walls"] for player in summary["standings"]} == {4}
    # Every game has a wrong program at the table, so every game ends in a fault.
    faults = sum(sum(player["faults"].values()) for player in summary["standings"])
    assert faults == len(summary["timing"]["faults"]) == summary["games"]
    told = [fault for fault in summary["timing"]["faults"] if fault["verdict"] == "RE"]
    assert all(fault["stderr"][-1] == "ValueError: no good" for fault in told)
    assert all(fault["stderr"][0].startswith("Traceback") for fault in told)
    assert all(fault["detail"] for fault in told)


def test_a_fault_is_scored_as_on_botzone(tmp_path: Path) -> None:
    spec = spec_of("cmd:{} dies")
    duel = Duel((spec, "greedy"), quick=True)
    with Store(tmp_path / "db", duel.settings()) as store:
        summary = summary_of(run_duel(duel, LocalEngine(1), store, 2)).to_json()
    assert summary["sides"][spec]["score"] == (-30 + 10) / 2
    assert summary["sides"]["greedy"]["score"] == 10
    assert summary["difference"]["mean"] == -20
    assert summary["sides"][spec]["faults"] == {"RE": 4}
    assert "no good" not in json.dumps({**summary, "timing": None})


def test_programs_and_tactics_play_together(tmp_path: Path) -> None:
    """The bot as a program, kept running, plays what the tactic plays in this process."""
    program = f"keep:{sys.executable} -m mj_bot --tactic greedy"
    duel = Duel((program, "greedy"), quick=True)
    limits = Limits(seconds=60, first_seconds=60, kept_seconds=60)
    with Store(tmp_path / "db", duel.settings()) as store:
        setup = duel.setup(limits=limits)
        summary = summary_of(run_duel(duel, LocalEngine(1), store, 1, setup=setup)).to_json()
    assert summary["difference"]["mean"] == 0
    assert summary["timing"]["sides"][program]["decisions"] > 50
    assert summary["timing"]["faults"] == []


TACTIC = """
from mj_bot.events import PASSING

class Broken:
    def __call__(self, state):
        if state.drawn is not None:
            raise KeyError("a bug")
        return PASSING
"""


def test_a_tactic_that_raises_is_faulted_with_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mj_bot import tactics

    (tmp_path / "broken.py").write_text(TACTIC)
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    duel = Duel(("broken", "random"), quick=True)
    with Store(tmp_path / "db", duel.settings()) as store:
        found = summary_of(run_duel(duel, LocalEngine(1), store, 1))
    summary = found.to_json()
    monkeypatch.delitem(sys.modules, "mj_bot.tactics.broken")
    assert summary["sides"]["broken"]["faults"] == {"RE": 2}
    fault = summary["timing"]["faults"][0]
    told = r"turn \d+, asked '2 ..': KeyError: 'a bug' \(broken.py:7\); legal: (PLAY ..(, |$))+"
    assert re.fullmatch(told, fault["detail"])
    console = Console(file=StringIO(), width=500)
    print_duel(console, found)
    said = console.file.getvalue()  # type: ignore[attr-defined]
    seat, turn = fault["seat"], fault["turn"]
    assert f"broken: RE on wall 0, game 0, {wind(seat)}: {fault['detail']}" in said
    assert f"mj explain FOLDER/wall-0-0.jsonl --seat {seat} --at {turn} --tactic broken" in said
    assert fault["stderr"][-1] == "KeyError: 'a bug'"
