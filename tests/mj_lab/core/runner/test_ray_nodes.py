"""Two nodes of a Ray cluster, on this machine: they play the same, also if one of them dies.

All of it: pytest -m slow tests/mj_lab/core/runner/test_ray_nodes.py
"""

import json
from collections.abc import Iterator
from importlib.util import find_spec
from os.path import exists
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.runner.engine import KeptUnits, LocalEngine
from mj_lab.core.runner.ray_engine import RayEngine
from mj_lab.core.runner.store import Store, keep_units
from mj_lab.core.runner.unit import Played
from mj_lab.measure.arena.duel import Duel, DuelRun, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of

# Each node takes seconds to start.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]

DUEL, WALLS = Duel(("greedy", "random"), quick=True), 60


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[4]))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        made.add_node(num_cpus=1)
    yield made
    made.shutdown()


@pytest.fixture(scope="module")
def engine(cluster: Any) -> Iterator[RayEngine]:
    made = RayEngine(cluster.address)
    yield made
    made.close()


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> str:
    with Store(tmp_path_factory.mktemp("local") / "db", DUEL.settings()) as store:
        return text_of(run_duel(DUEL, LocalEngine(1), store, WALLS))


def text_of(run: DuelRun) -> str:
    summary = summary_of(run).to_json()
    del summary["timing"]
    return json.dumps(summary)


def test_two_nodes_play_as_this_process_does(
    engine: RayEngine, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[KeptUnits] = []

    def noted(folder: Path) -> Iterator[KeptUnits]:
        for kept in RayEngine.kept_elsewhere(engine, folder):
            sent.append(kept)
            yield kept

    monkeypatch.setattr(engine, "kept_elsewhere", noted)
    engine.check(DUEL.setup())
    assert len(list(engine.everywhere(exists, "/"))) == 2
    workers = 0

    def watch(_: Played, new: bool) -> None:
        nonlocal workers
        workers = max(workers, len(list((tmp_path / "db.workers").glob("*.db"))))

    with Store(tmp_path / "db", DUEL.settings()) as store:
        assert text_of(run_duel(DUEL, engine, store, WALLS, watch=watch)) == wanted
    assert workers == 2
    assert sent == []  # They share this folder.
    assert [path.name for path in tmp_path.iterdir()] == ["db"]


def test_what_a_node_kept_comes_from_there(engine: RayEngine, tmp_path: Path) -> None:
    """From a folder that only nodes know."""
    folder = tmp_path / "there"
    with Store(tmp_path / "db", DUEL.settings()) as store:
        played = next(iter(LocalEngine(1).run(DUEL.setup(), DUEL.units())))
        keep_units(store.keep_in, "one", [played])
        store.keep_in.folder.rename(folder)
        assert store.all() == {}
        store.gather(engine.kept_elsewhere(folder))
        assert store.all()["0"].games == played.games
    assert not folder.exists()


def test_a_node_that_dies_costs_nothing(
    engine: RayEngine, cluster: Any, wanted: str, tmp_path: Path
) -> None:
    def kill(_: Played, new: bool) -> None:
        if len(nodes := cluster.list_all_nodes()) == 2:
            cluster.remove_node(nodes[1], allow_graceful=False)

    with Store(tmp_path / "db", DUEL.settings()) as store:
        assert text_of(run_duel(DUEL, engine, store, WALLS, watch=kill)) == wanted
    assert len(list(engine.everywhere(exists, "/"))) == 1
