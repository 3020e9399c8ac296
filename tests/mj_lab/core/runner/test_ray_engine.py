"""On a Ray cluster of two workers the same comes out, and what a worker lacks is said first."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.runner.engine import EngineError, LocalEngine
from mj_lab.core.runner.ray_engine import RayEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Unit
from mj_lab.core.sprt import sprt_of
from mj_lab.measure.arena.duel import Duel, StopRule, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of

# Ray's own processes and sockets close when it likes.
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[RayEngine]:
    with pytest.MonkeyPatch.context() as patch:
        # Workers find the project where this process does, installed or not.
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[4]))
        made = RayEngine(jobs=2)
    yield made
    made.close()


@pytest.fixture
def fast(engine: RayEngine, monkeypatch: pytest.MonkeyPatch) -> RayEngine:
    """The same cluster, playing at the fast table."""
    monkeypatch.setattr(engine, "_fast", True)
    return engine


def test_two_workers_give_the_same_json(engine: RayEngine, tmp_path: Path) -> None:
    duel = Duel(("greedy", "random"), quick=True)
    engine.check(duel.setup())
    texts = []
    for name, own in (("local", LocalEngine(1)), ("ray", engine)):
        with Store(tmp_path / name, duel.settings()) as store:
            summary = summary_of(run_duel(duel, own, store, 8)).to_json()
        del summary["timing"]
        texts.append(json.dumps(summary))
    assert texts[0] == texts[1]


@pytest.mark.slow
def test_a_killed_workers_games_are_played_again(
    engine: RayEngine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is said amid a command's JSON."""
    duel = Duel(("greedy", "random"), quick=True)
    wanted = {key: one.games for key, one in played_here(duel, tmp_path / "local", 60).items()}
    killed: list[int] = []

    def kill(_: Played, new: bool) -> None:
        if not killed:
            killed.extend(pid for pid in processes("ray::_play") if descends(pid))
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    with Store(tmp_path / "db", duel.settings()) as store:
        run = run_duel(duel, engine, store, 60, watch=kill)
        stored = {key: one.games for key, one in store.all().items()}
    assert killed
    assert run.complete
    assert stored == wanted
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_what_a_worker_has_no_time_for_is_played_by_others(
    engine: RayEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are handed all at once, with time for hardly more than one."""
    given: list[int] = []

    def all_at_once(played: list[Played], *_: float) -> int:
        given.append(len(played))
        return 1000

    monkeypatch.setattr("mj_lab.core.runner.ray_engine.units_at_once", all_at_once)
    monkeypatch.setattr("mj_lab.core.runner.ray_engine._GIVEN", 0.3)
    duel = Duel(("greedy", "greedy"))
    results = engine.run(duel.setup(), islice(duel.units(), 20))
    assert sorted(int(one.key) for one in results) == list(range(20))
    assert len(given) > 6


def played_here(duel: Duel, path: Path, walls: int) -> dict[str, Played]:
    with Store(path, duel.settings()) as store:
        run_duel(duel, LocalEngine(1), store, walls)
        return store.all()


def processes(name: str) -> list[int]:
    """The processes of this name: Ray gives its workers that of what they do."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().startswith(name.encode()):
                found.append(int(path.parent.name))
    return found


def descends(pid: int) -> bool:
    """Whether a process was started by this one, or by one that was."""
    while pid > 1 and pid != os.getpid():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid > 1


@pytest.mark.slow
def test_until_leaves_nothing_running(engine: RayEngine, tmp_path: Path) -> None:
    duel = Duel(("random", "random"), quick=True)
    with Store(tmp_path / "db", duel.settings()) as store:
        run = run_duel(duel, engine, store, 10_000, stop=StopRule(until=1000.0))
    assert run.complete
    assert len(run.played) == 30


@pytest.mark.slow
def test_the_fast_table_there_plays_the_same(fast: RayEngine) -> None:
    setup = Duel(("odds", "greedy"), seed="fast").setup(record=True)
    walls = enumerate(islice(walls_of_seed("fast"), 12))
    units = [Unit(str(number), wall, ((0, 1, 1, 0),)) for number, wall in walls]
    fast.check(setup)
    there = {one.key: one for one in fast.run(setup, iter(units))}
    for one in LocalEngine(1).run(setup, units):
        assert there[one.key].games == one.games
        assert there[one.key].matches == one.matches
    assert len(there) == 12


@pytest.mark.slow
def test_the_fast_table_there_stops_and_goes_on(fast: RayEngine, tmp_path: Path) -> None:
    duel, stop = Duel(("greedy", "random"), quick=True), StopRule(sprt=sprt_of("0:20"))
    with Store(tmp_path / "db", duel.settings()) as store:
        begun = run_duel(duel, fast, store, 3)
        further = summary_of(run_duel(duel, fast, store, 10_000, stop=stop)).to_json()
    with Store(tmp_path / "whole", duel.settings()) as store:
        whole = summary_of(run_duel(duel, LocalEngine(1), store, 10_000, stop=stop)).to_json()
    del further["timing"], whole["timing"]
    assert begun.complete
    assert further == whole


def test_what_the_fast_table_there_lacks_is_told(fast: RayEngine) -> None:
    with pytest.raises(EngineError, match="the fast table has no v1_1"):
        fast.check(Duel(("random", "v1_1")).setup())
    setup = Duel(("random", "v1_1")).setup()
    with pytest.raises(EngineError, match="the fast table has no v1_1"):
        list(fast.run(setup, [Unit("0", next(walls_of_seed("0")), ((0, 1, 0, 1),))]))


def test_a_worker_without_the_fast_table_is_told_with_its_node(
    fast: RayEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine of this process is an own one, which a worker does not have."""
    own = "mj_lab.core.runner.ray_engine.FastTable"
    monkeypatch.setattr(own, lambda _: SimpleNamespace(check=lambda: None))
    with pytest.raises(EngineError, match="Ray node .*: the fast table has no v1_1"):
        fast.check(Duel(("random", "v1_1")).setup())


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
        "mj_lab.core.runner.ray_engine.program_digest", lambda spec: f"other {spec}"
    )
    with pytest.raises(EngineError, match="Ray node .* has another random"):
        engine.check(setup)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "no.such.host.invalid:1"])
def test_a_cluster_that_is_not_there_is_told(address: str) -> None:
    with pytest.raises(EngineError, match=f"no Ray cluster at {address}: "):
        RayEngine(address)
