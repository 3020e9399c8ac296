"""On a Ray cluster of two workers the same comes out, and what a worker lacks is told first."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_lab.arena.duel import Duel, StopRule, run_duel, summary_of
from mj_lab.arena.running.engine import EngineError, LocalEngine
from mj_lab.arena.running.store import Store

pytest.importorskip("ray", reason="Ray is not installed (extra ray)")

from mj_lab.arena.running.ray_engine import RayEngine

# Ray's own processes and sockets close when it likes.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def engine() -> Iterator[RayEngine]:
    with pytest.MonkeyPatch.context() as patch:
        # Workers find the project where this process does, installed or not.
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
        made = RayEngine(jobs=2)
    yield made
    made.close()


def test_two_workers_give_the_same_json(engine: RayEngine, tmp_path: Path) -> None:
    duel = Duel(("greedy", "random"), quick=True)
    engine.check(duel.setup())
    texts = []
    for name, own in (("local", LocalEngine(1)), ("ray", engine)):
        with Store(tmp_path / name, duel.settings()) as store:
            summary = summary_of(run_duel(duel, own, store, 8))
        del summary["timing"]
        texts.append(json.dumps(summary))
    assert texts[0] == texts[1]


def test_until_leaves_nothing_running(engine: RayEngine, tmp_path: Path) -> None:
    duel = Duel(("random", "random"), quick=True)
    with Store(tmp_path / "db", duel.settings()) as store:
        run = run_duel(duel, engine, store, 10_000, stop=StopRule(until=1000.0))
    assert run.complete
    assert len(run.played) == 30


def test_what_is_nowhere_is_told(engine: RayEngine) -> None:
    with pytest.raises(EngineError, match="no tactic 'gready'"):
        engine.check(Duel(("random", "gready")).setup())
    with pytest.raises(EngineError, match="no such program"):
        engine.check(Duel(("random", "cmd:no_such_bot")).setup())


def test_a_tactic_that_only_this_process_has_is_told_with_the_node(
    engine: RayEngine, lottery: str
) -> None:
    setup = Duel(("random", lottery)).setup()
    LocalEngine(1).check(setup)
    with pytest.raises(EngineError, match="Ray node .*: no tactic 'lottery'"):
        engine.check(setup)


def test_a_program_that_differs_on_a_worker_is_told(
    engine: RayEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print('PASS')")
    setup = Duel(("random", f"cmd:{program}")).setup()
    engine.check(setup)
    monkeypatch.setattr(
        "mj_lab.arena.running.ray_engine.program_digest", lambda spec: f"other {spec}"
    )
    with pytest.raises(EngineError, match="Ray node .* has another random"):
        engine.check(setup)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "no.such.host.invalid:1"])
def test_a_cluster_that_is_not_there_is_told(address: str) -> None:
    with pytest.raises(EngineError, match=f"no Ray cluster at {address}: "):
        RayEngine(address)
