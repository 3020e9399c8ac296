"""Programs that attack what holds them: they play on or lose alone, and nothing of them is left.

The oracle is the kernel: this process adopts whatever is orphaned by anyone below it, so what got
away is found as its child, whatever it did to its name, environment and session.

All of the attacks by all carriers: pytest -m slow tests/mj_lab/core/game/test_hostile.py
"""

import ctypes
import mmap
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mj_bot.events import DRAW, Deal, Event, Start
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits
from mj_lab.core.game.sandbox.isolation import Isolation, isolation_here
from mj_lab.core.game.sandbox.warden import NAMESPACES, NO_ISOLATION

PROGRAMS = Path(__file__).parent / "programs"
TURNS = (Start(0, 0), Deal((0, 0, 0, 0), tuple(range(13))), Event(DRAW, 0, 5))
HONEST = ["PASS", "PASS", "PLAY W6"]
LIMITS = Limits(seconds=3, first_seconds=3, kept_seconds=3)
# Three turns to their limit, and what a machine under load adds.
MOST_SECONDS = 20.0

CARRIERS = ("self", "thread", "child", "group", "session", "orphan", "bare")
# With these the player does itself harm; all that is asked is that it harms nobody else.
HARM_THEMSELVES = ("kill_all", "stop_all", "kill_others", "move_on", "limit_parent", "fill_errors")
ATTACKS = (
    *("kill_parent", "stop_parent", "every_signal_to_parent", "parents_group", "trace_parent"),
    *("slow_parent", "meddle_with_parent", "stay", "ignore_signals", "change_name", "breed"),
    *("sibling", "adopt", "nest", "shell_jobs", "continue_player", "threads"),
    *("close_descriptors", "listen", *HARM_THEMSELVES),
)
# Seconds from a kill to the end of what was killed, on a busy machine.
DYING = 2.0
# Without an isolation a program may kill its warden; then it has lost, but is to be gone as well.
WITHOUT_WALL = ("kill_parent", "stop_parent", "stay", "ignore_signals", "change_name", "breed")


def is_possible(attack: str, carrier: str) -> bool:
    return attack != "move_on" or carrier not in ("self", "thread")


CASES = [
    (attack, carrier, keep)
    for attack in ATTACKS
    for carrier in CARRIERS
    for keep in (True, False)
    if is_possible(attack, carrier)
]
SOME = random.Random(5).sample(CASES, 16)


def children() -> set[int]:
    found: set[int] = set()
    for thread in os.listdir("/proc/self/task"):
        found.update(map(int, Path(f"/proc/self/task/{thread}/children").read_text().split()))
    return found


def alive(before: set[int]) -> list[int]:
    """Children that are there besides; what was killed has a moment to die, the dead are buried."""
    until = time.monotonic() + DYING
    while True:
        left = [child for child in children() - before if os.waitpid(child, os.WNOHANG)[0] == 0]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """This process inherits every orphan below it, and there is none afterwards."""
    set_reaper = 36
    libc = ctypes.CDLL(None)
    before = children()
    libc.prctl(set_reaper, 1, 0, 0, 0)
    try:
        yield
        assert alive(before) == []
    finally:
        libc.prctl(set_reaper, 0, 0, 0, 0)


def player_of(
    attack: str, carrier: str, keep: bool, isolation: Isolation, limits: Limits
) -> ProgramPlayer:
    command = [sys.executable, "-I", "-S", str(PROGRAMS / "hostile.py"), attack, carrier]
    return ProgramPlayer(
        [*command, "json", *["keep"] * keep], keep=keep, limits=limits, isolation=isolation
    )


def played(player: ProgramPlayer) -> list[str | Fault]:
    replies: list[str | Fault] = []
    player.begin(0)
    try:
        for turn in TURNS:
            replies.append(player.ask(turn))
            if isinstance(replies[-1], Fault):
                break
    finally:
        player.end()
    return replies


def check(attack: str, carrier: str, keep: bool, isolation: Isolation) -> None:
    start = time.monotonic()
    replies = played(player_of(attack, carrier, keep, isolation, LIMITS))
    assert time.monotonic() - start < MOST_SECONDS
    if attack in HARM_THEMSELVES or isolation.kind == NO_ISOLATION:
        replies = [reply for reply in replies if not isinstance(reply, Fault)]
        assert replies == HONEST[: len(replies)]
    else:
        assert replies == HONEST


def isolation_of(kind: str) -> Isolation:
    if kind == NO_ISOLATION:
        return Isolation(kind)
    if isolation_here().kind != kind:
        pytest.skip(f"this machine has no isolation of {kind}")
    return isolation_here()


@pytest.mark.parametrize("case", SOME, ids=lambda case: "-".join(map(str, case)))
def test_some_attacks_change_nothing(case: tuple[str, str, bool]) -> None:
    check(*case, isolation_of(NAMESPACES))


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_all_attacks_change_nothing() -> None:
    """More than 200 programs, some minutes."""
    assert len(CASES) > 200
    isolation = isolation_of(NAMESPACES)
    for case in CASES:
        try:
            check(*case, isolation)
        except AssertionError as error:
            raise AssertionError(f"{case}") from error


@pytest.mark.parametrize(
    ("attack", "carrier"),
    [
        # It is waited for in vain, 3 s.
        pytest.param(attack, carrier, marks=pytest.mark.thorough if attack == "stop_parent" else ())
        for attack in WITHOUT_WALL
        for carrier in ("self", "session", "bare")
        # That one may survive (docs/reference/sandbox.md): on a busy machine it kills the warden
        # before it is found.
        if (attack, carrier) != ("kill_parent", "bare")
    ],
)
def test_without_a_wall_nothing_is_left_and_time_is_bounded(attack: str, carrier: str) -> None:
    check(attack, carrier, True, Isolation(NO_ISOLATION))


@pytest.mark.parametrize("kind", [NAMESPACES, NO_ISOLATION])
def test_a_bomb_is_a_fault_and_is_put_out(kind: str) -> None:
    limits = Limits(seconds=30, first_seconds=30, kept_seconds=30, processes=64)
    (reply,) = played(player_of("bomb", "self", True, isolation_of(kind), limits))
    assert reply == Fault("RE", "more than 64 processes")


SPINNER = """
import mmap, os, sys
kind, path = sys.argv[1:3]
def spin():
    with open(path, "r+b") as file:
        counter = mmap.mmap(file.fileno(), 8)
    while True:
        counter[:8] = (int.from_bytes(counter[:8], "little") + 1).to_bytes(8, "little")
if kind == "thread":
    import threading
    threading.Thread(target=spin, daemon=True).start()
elif not os.fork():
    if kind == "group":
        os.setpgid(0, 0)
    elif kind != "child":
        os.setsid()
    if kind != "orphan" or not os.fork():
        spin()
    os._exit(0)
for line in sys.stdin:
    print('{"response": "PASS"}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
"""


@pytest.mark.parametrize("kind", [NAMESPACES, NO_ISOLATION])
@pytest.mark.parametrize("spinner", ["thread", "child", "group", "session", "orphan"])
def test_nothing_of_a_program_runs_between_its_turns(
    kind: str, spinner: str, tmp_path: Path
) -> None:
    path = tmp_path / "counter"
    path.write_bytes(bytes(8))
    command = [sys.executable, "-I", "-S", "-c", SPINNER, spinner, str(path)]
    with (
        closing(
            ProgramPlayer(command, keep=True, limits=LIMITS, isolation=isolation_of(kind))
        ) as player,
        open(path, "r+b") as file,
        mmap.mmap(file.fileno(), 8) as counter,
    ):

        def counts() -> bool:
            before = counter[:8]
            time.sleep(0.05)
            return counter[:8] != before

        def comes(expected: bool) -> bool:
            deadline = time.monotonic() + 10
            while counts() != expected and time.monotonic() < deadline:
                pass
            return counts() == expected

        player.begin(0)
        for turn in TURNS[:2]:
            assert player.ask(turn) == "PASS"
            assert comes(False)
        player.end()


def test_a_warden_made_unfit_costs_its_program_alone() -> None:
    """It can start nothing more, so the next turn finds another warden."""
    replies = played(player_of("limit_parent", "self", False, isolation_of(NAMESPACES), LIMITS))
    assert replies == HONEST
