"""Programs that look for a secret in their user's environment, and for what could harm mj: in vain.

The user is a process of its own, so that the secret is where a user's is: in the environment that
the process was started with, and in its memory.
"""

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from mj_lab.core.game.sandbox.environment import allowed_environment
from mj_lab.core.game.sandbox.isolation import isolation_here
from mj_lab.core.game.sandbox.warden import NAMESPACES, NO_ISOLATION
from tests.mj_lab.core.game.programs.seeker import KINDS

HERE = Path(__file__).parent
SEEKER = str(HERE / "programs" / "seeker.py")
# What holds without an isolation too; where root runs mj, its environment cannot be read either.
HELD_WITHOUT = ["own_environment", "parents_memory", "capabilities"]
HELD_WITHOUT += ["all_environments"] if os.geteuid() == 0 else []

USER = """
import json, os, socket, sys, threading
from mj_bot.events import Start
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits
from mj_lab.core.game.sandbox.isolation import Isolation, isolation_here

def serve(server):
    while True:
        line, _ = server.accept()
        line.sendall(os.environ["MJ_BOTZONE_URL"].encode())
        line.close()

kind, seeker, *seeking = sys.argv[1:]
where = [os.getcwd()]
for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, "")):
    server = socket.socket(family)
    server.bind(address)  # To any that is free, by a name without a file.
    server.listen()
    threading.Thread(target=serve, args=(server,), daemon=True).start()
    where.append(str(server.getsockname()[1]) if address else server.getsockname()[1:].decode())

isolation = isolation_here() if kind == isolation_here().kind else Isolation(kind)
limits = Limits(seconds=30, first_seconds=30, kept_seconds=30, debug=1 << 20)
for name in seeking:
    command = [sys.executable, "-I", "-S", seeker, name, *where]
    player = ProgramPlayer(command, limits=limits, isolation=isolation)
    player.begin(0)
    reply = player.ask(Start(0, 0))
    player.end()
    print(json.dumps([name, reply, player.debug, player.errors]), flush=True)
"""


def secret_environment() -> dict[str, str]:
    secret = f"mj-secret-{uuid.uuid4().hex}"
    places = {"PYTHONPATH": str(HERE.parents[3])}
    return {**os.environ, **places, "MJ_BOTZONE_URL": secret, "AWS_SECRET_ACCESS_KEY": secret}


def sought(kind: str, *seeking: str, before: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """What the user got of each program: its reply, its debug and its errors."""
    words = [*before, sys.executable, "-c", USER, kind, SEEKER, *seeking]
    done = subprocess.run(
        words, env=secret_environment(), cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}


def skip_without_namespaces() -> None:
    if isolation_here().kind != NAMESPACES:
        pytest.skip("this machine allows no namespaces")


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    skip_without_namespaces()
    return sought(NAMESPACES, *KINDS)


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
def test_nobody_finds_the_secret_or_harms_its_user(found: dict[str, list[str]], name: str) -> None:
    assert found[name] == ["PASS", "", ""]


def test_without_isolation_a_program_has_no_secret_no_capability_and_no_warden() -> None:
    assert sought(NO_ISOLATION, *HELD_WITHOUT) == dict.fromkeys(HELD_WITHOUT, ["PASS", "", ""])


def test_they_are_at_least_eighteen() -> None:
    assert len(KINDS) >= 18


@pytest.mark.parametrize(
    "name",
    ["own_environment", "all_environments", pytest.param("children", marks=pytest.mark.slow)],
)
def test_who_is_not_held_finds_it(name: str) -> None:
    """The seekers can seek: one that is started plainly has it."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", SEEKER, name],
        input="\n",
        env=secret_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "secret in" in json.loads(done.stdout)["debug"]


def test_a_program_has_the_variables_it_needs_and_no_other() -> None:
    needed = {"PATH": "/bin", "HOME": "/root", "LC_CTYPE": "C.UTF-8", "TZ": "Asia/Shanghai"}
    needed |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": "here"}
    other = {
        "MJ_BOTZONE_URL": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "SSH_AUTH_SOCK": "x",
        "LD_PRELOAD": "x",
    }
    other |= {"PYTHONSTARTUP": "x", "PYTHONINSPECT": "1", "path": "x", "XLC_ALL": "x"}
    assert allowed_environment({**needed, **other}) == needed


@contextmanager
def cgroup() -> Iterator[Path]:
    """A group of the second version of one's own, if this machine lets one make it."""
    roots = [Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified")]
    root = next((root for root in roots if (root / "cgroup.controllers").exists()), roots[0])
    group = root / f"mj-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        pytest.skip("this machine lets us make no cgroup")
    try:
        yield group
    finally:
        with suppress(OSError):
            (group / "cgroup.kill").write_text("1")
        for _ in range(1000):
            with suppress(OSError):
                group.rmdir()
                break


def test_nobody_ends_mj_by_its_cgroup() -> None:
    skip_without_namespaces()
    with cgroup() as group:
        join = ("sh", "-c", f'echo $$ >{group}/cgroup.procs && exec "$@"', "sh")
        found = sought(NAMESPACES, "own_cgroup", "unshare", before=join)
    assert found == {"own_cgroup": ["PASS", "", ""], "unshare": ["PASS", "", ""]}
