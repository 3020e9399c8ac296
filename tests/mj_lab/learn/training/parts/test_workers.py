"""Whatever does the tasks, the answers are the same and in order; every command on a Ray cluster.

One cluster of two CPUs is for all of them.
"""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import wait
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')


import mj_engine
from mj_lab.cli import main
from mj_lab.core.runner.engine import EngineError
from mj_lab.learn.training.parts.workers import LocalWorkers, RayWorkers, Workers

# Ray's own processes and sockets close when it likes.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

ROOT = str(Path(__file__).parents[5])

RUN = ["run", "-o", "run", "--set", "steps=1"]
# The words after `mj learn`, and the files that are to be the same wherever it plays.
COMMANDS: dict[str, tuple[list[str], list[str]]] = {
    "hands": (
        ["reward", "hands", "run", "--tactic", "random", "--games", "400"],
        ["run/hands-00000.npy"],
    ),
    "gradient": (
        [*RUN, "gradient", "--set", "play.games=11", "--set", "model.hidden=4"],
        ["run/gradient.mjw"],
    ),
    "selfplay": (
        [*RUN, "selfplay", "--set", "play.games=2", "--set", "play.pairs=1"],
        ["run/net.mjw"],
    ),
    "dqn": (
        [*RUN, "dqn", "--set", "play.games=2", "--set", "model.width=4"],
        ["run/q.mjw"],
    ),
    "measure": (["reward", "measure", "random", "greedy", "-o", "run", "--deals", "3"], ["run"]),
    "adapt": (["adapt", "run", "--set", "games=2", "--deals", "1"], ["run"]),
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayWorkers]:
    pytest.importorskip("ray", reason="Ray is not installed (extra ray)")
    with pytest.MonkeyPatch.context() as patch:
        # Workers find the project where this process does, installed or not.
        patch.setenv("PYTHONPATH", ROOT)
        made = RayWorkers(jobs=2)
    yield made
    made.close()
    gc.collect()  # Here, where what it warns of is not minded.


@pytest.fixture
def on_ray(cluster: RayWorkers, monkeypatch: pytest.MonkeyPatch) -> RayWorkers:
    """The cluster as if it were new; who closes it leaves it."""
    monkeypatch.setattr(cluster, "_checked", False)
    monkeypatch.setattr(cluster, "close", lambda: None)
    return cluster


@pytest.fixture(
    params=[
        "whoever asks",
        "threads",
        pytest.param("processes", marks=pytest.mark.thorough),
        pytest.param("ray", marks=pytest.mark.slow),
    ]
)
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    if request.param == "ray":
        yield request.getfixturevalue("on_ray")
        return
    jobs = 1 if request.param == "whoever asks" else 2
    with closing(LocalWorkers(jobs, processes=request.param == "processes")) as made:
        yield made


def test_answers_come_in_the_order_of_the_tasks(workers: Workers) -> None:
    waits = [0.2, 0.0, 0.1, 0.0]
    found = list(workers.answers(_slow_sum, 10.0, waits, _nothing))
    assert found == [10.2, 10.0, 10.1, 10.0]
    some = workers.answers(_slow_sum, 1.0, [0.0] * 50, _nothing)
    assert next(some) == 1.0
    del some  # The others are not wanted any more.
    assert list(workers.answers(_slow_sum, 2.0, [], _nothing)) == []


def test_what_fails_is_told_in_a_line(workers: Workers) -> None:
    with pytest.raises(ValueError, match="no good: 2") as told:
        list(workers.answers(_refused, "no good", [2], _nothing))
    assert "\n" not in str(told.value)


def _some_games(games: int, seed: int) -> int:
    walls = [mj_engine.wall_of_seed(seed * games + game) for game in range(games)]
    return len(mj_engine.play(walls, mj_engine.tactic("odds")))


@pytest.mark.parametrize("jobs", [1, 3])
def test_who_asks_is_in_no_game_and_ends_those_that_are(jobs: int) -> None:
    """What Ctrl-C does: it reaches whoever waits, who closes the workers."""
    made = LocalWorkers(jobs)
    asks = threading.get_ident()
    threading.Timer(0.5, signal.pthread_kill, [asks, signal.SIGINT]).start()
    since = time.monotonic()
    with pytest.raises(KeyboardInterrupt), closing(made):
        # Each of them takes some ten seconds and more.
        list(made.answers(_some_games, 500, range(5), _nothing))
    assert time.monotonic() - since < 2.5
    # No thread is left that the process would wait for.
    assert not [one for one in threading.enumerate() if one.name.startswith("mj-learn")]
    with closing(LocalWorkers(jobs)) as others:
        assert list(others.answers(_some_games, 2, range(2), _nothing)) == [2, 2]


@pytest.mark.thorough
def test_processes_end_with_what_they_are_at() -> None:
    made = LocalWorkers(2, processes=True)
    with closing(made):
        answers = made.answers(_slow_sum, 0.0, [0.0, 60.0, 60.0], _nothing)
        assert next(answers) == 0
        ours = multiprocessing.active_children()
        closed = time.monotonic()
    # Not by `join`: the pool waits for them too, and one of both would miss the end.
    for process in ours:
        assert wait([process.sentinel], 10)
    assert time.monotonic() - closed < 2


@pytest.mark.thorough
def test_a_process_that_is_ended_is_told() -> None:
    made = LocalWorkers(2, processes=True)
    with closing(made), pytest.raises(EngineError, match="a worker was ended"):
        list(made.answers(_end, None, [1], _nothing))


@pytest.mark.thorough
def test_a_node_that_plays_otherwise_is_refused(on_ray: RayWorkers) -> None:
    with pytest.raises(EngineError, match="Ray node .* plays differently from this machine"):
        list(on_ray.answers(_slow_sum, 1.0, [0.0], os.getpid))


@pytest.mark.thorough
def test_machines_are_compared_once_before_the_first_tasks(
    on_ray: RayWorkers, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    for _ in range(2):
        list(on_ray.answers(_slow_sum, 1.0, [0.0], _Noting(asked)))
    # Here and at the one node.
    assert asked.read_text() == "asked\n" * 2


# One of them on each change, the others in the long proofs: a cluster takes its time.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if place else pytest.mark.thorough)
        for place, name in enumerate(COMMANDS)
    ],
)
def test_a_command_comes_to_the_same_on_ray(
    name: str,
    on_ray: RayWorkers,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words, files = COMMANDS[name]
    asked: list[tuple[int, str | None]] = []

    def made(jobs: int, address: str | None) -> RayWorkers:
        asked.append((jobs, address))
        return on_ray

    monkeypatch.setattr("mj_lab.learn.training.parts.workers.RayWorkers", made)
    told, written = [], []
    for place in ("fast", "fast-ray"):
        folder = tmp_path / place
        folder.mkdir()
        monkeypatch.chdir(folder)
        code = ended_with([*words, "--engine", place], monkeypatch)
        said = capsys.readouterr()
        assert code == 0, said.err
        told.append(said.out)
        written.append([Path(file).read_bytes() for file in files])
    assert told[0] == told[1]
    assert written[0] == written[1]
    assert asked == [(1, None)]
    assert on_ray._checked


@pytest.mark.parametrize("name", COMMANDS)
def test_where_it_plays_is_looked_at_before_any_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mj_lab.learn.training.learn_options.find_spec", lambda _: None)
    for words, told in (
        (["--engine", "abacus"], "--engine is fast or fast-ray, not abacus"),
        (["--engine", "fast@x:1"], "--engine fast takes no address"),
        (["--engine", "fast-ray"], "--engine fast-ray needs Ray: "),
    ):
        assert ended_with([*COMMANDS[name][0], *words], monkeypatch) == 2
        said = capsys.readouterr()
        (line,) = said.err.splitlines()
        assert line.startswith(f"mj: {told}"), line
        assert said.out == ""
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["fast", pytest.param("fast-ray", marks=pytest.mark.slow)])
def test_sigterm_ends_it_in_a_line(place: str, tmp_path: Path) -> None:
    if place == "fast-ray":
        pytest.importorskip("ray", reason="Ray is not installed (extra ray)")
    program = [sys.executable, "-m", "mj_lab", "learn", "reward", "hands", str(tmp_path / "run")]
    with subprocess.Popen(
        [*program, "--tactic", "greedy", "--games", "100000", "--engine", place, "--jobs", "2"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": ROOT},
    ) as process:
        assert process.stderr is not None
        told = [process.stderr.readline()]
        process.send_signal(signal.SIGTERM)
        told += process.stderr.readlines()
    assert process.returncode == 130, told
    assert told[0].startswith("mj: 400 of 100,000 hands; "), told
    assert told[-1] == "mj: interrupted; the same command resumes\n", told
    assert all(line.startswith("mj: ") for line in told), told


def ended_with(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["mj", "learn", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def _slow_sum(shared: float, task: float) -> float:
    time.sleep(task)
    return shared + task


def _refused(shared: str, task: int) -> None:
    raise ValueError(f"{shared}: {task}")


def _end(_shared: None, task: int) -> None:
    os._exit(task)


def _nothing() -> None:
    """The same everywhere."""


class _Noting:
    """A sample that notes in a file that it was asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self) -> str:
        with self._path.open("a") as file:
            file.write("asked\n")
        return "the same"
