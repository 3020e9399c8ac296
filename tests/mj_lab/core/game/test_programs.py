import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from mj_bot.events import DRAW, PLAY, Action, Deal, Event, Start
from mj_bot.tactics import Tactic
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits, pipes
from mj_lab.core.game.sandbox.isolation import isolation_here
from mj_lab.core.game.sandbox.warden import NO_ISOLATION

PROGRAMS = Path(__file__).parent / "programs"
MEBI = 1 << 20

# What is not about time must not depend on it.
LONG = Limits(seconds=60, first_seconds=60, kept_seconds=60)
SHORT = Limits(seconds=0.5, first_seconds=0.5, kept_seconds=0.5)
LITTLE = Limits(seconds=60, first_seconds=60, kept_seconds=60, memory=64 * MEBI)
MUCH = str(3 * 64)

START = Start(0, 0)
DEAL = Deal((0, 0, 0, 0), tuple(range(13)))
GAME = (START, DEAL, Event(DRAW, 0, 5), Event(PLAY, 0, 5), Event(DRAW, 1), Event(PLAY, 1, 9))


def marked(mark: str) -> dict[int, str]:
    """The command lines of the processes that were started with this mark in the environment."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found[int(folder.name)] = (folder / "cmdline").read_bytes().decode()
        except OSError:
            continue
    return found


def programs_of(mark: str) -> list[int]:
    """These without the wardens, and the tools that wardens are started by."""
    return [process for process, command in marked(mark).items() if "warden" not in command]


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A mark that every process started in the test carries: none may outlive the test."""
    own = uuid.uuid4().hex
    monkeypatch.setenv("LC_MJ_TEST", own)  # Which a program inherits, and no other MJ name.
    yield own
    assert marked(own) == {}


def honest(*arguments: str, keep: bool | None = None, stops: bool = True) -> ProgramPlayer:
    return ProgramPlayer(
        [sys.executable, str(PROGRAMS / "honest.py"), *arguments],
        keep="keep" in arguments if keep is None else keep,
        simple="simple" in arguments,
        limits=LONG,
        stops=stops,
    )


def faulty(*arguments: str, limits: Limits = LONG, simple: bool = False) -> ProgramPlayer:
    return ProgramPlayer(
        [sys.executable, str(PROGRAMS / "faulty.py"), *arguments],
        keep="keep" in arguments,
        simple=simple,
        limits=limits,
    )


def asked(player: ProgramPlayer, turns: int = 1) -> list[str | Fault]:
    player.begin(0)
    try:
        return [player.ask(request) for request in GAME[:turns]]
    finally:
        player.end()


def verdict(reply: str | Fault) -> str:
    return reply.verdict if isinstance(reply, Fault) else "answered " + reply


# -- the four ways to speak -----------------------------------------------------------------------


def sent(player: ProgramPlayer, turns: int = 3) -> list[str]:
    """What the honest program was sent, which is its debug."""
    player.begin(0)
    try:
        return [player.ask(request) and player.debug for request in GAME[:turns]]
    finally:
        player.end()


DEALT = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4"


def test_json_restarted_gets_all_of_the_game_every_turn() -> None:
    assert sent(honest("json")) == [
        '{"requests":["0 0 0"],"responses":[],"data":"","globaldata":"",'
        '"time_limit":60,"memory_limit":256}',
        f'{{"requests":["0 0 0","{DEALT}"],"responses":["PASS"],"data":"after 0 0 0",'
        '"globaldata":"all","time_limit":60,"memory_limit":256}',
        f'{{"requests":["0 0 0","{DEALT}","2 W6"],"responses":["PASS","PASS"],'
        f'"data":"after {DEALT}","globaldata":"all","time_limit":60,"memory_limit":256}}',
    ]


def test_json_kept_running_gets_the_newest_request_alone() -> None:
    first, *later = sent(honest("json", "keep"))
    assert first.startswith('{"requests":["0 0 0"],"responses":[]')
    assert later == [f'"{DEALT}"', '"2 W6"']


def test_simple_restarted_gets_all_of_the_game_every_turn() -> None:
    assert sent(honest("simple")) == [
        "1|0 0 0|",
        f"2|0 0 0|PASS|{DEALT}|after 0 0 0",
        f"3|0 0 0|PASS|{DEALT}|PASS|2 W6|after {DEALT}",
    ]


def test_simple_kept_running_gets_the_newest_request_alone() -> None:
    assert sent(honest("simple", "keep")) == ["1|0 0 0|", DEALT, "2 W6"]


@pytest.mark.parametrize(
    "made",
    [
        partial(honest, "json", keep=True),
        partial(honest, "json", "keep", keep=False),
        partial(faulty, "answers_every_other_turn", "keep"),
    ],
    ids=["without the marker", "not kept for its marker", "ends instead of answering"],
)
def test_who_is_restarted_gets_the_whole_game(made: Callable[[], ProgramPlayer]) -> None:
    assert [line.count("PASS") for line in sent(made())] == [0, 1, 2]


def test_globaldata_outlives_the_game_and_data_does_not() -> None:
    player = honest("json")
    sent(player, 2)
    assert '"data":"","globaldata":"all"' in sent(player, 1)[0]


def discard_the_draw(seed: int) -> Tactic:
    return lambda state: Action(PLAY, state.drawn) if state.drawn is not None else Action("PASS")


def test_a_game_of_programs_is_the_game_of_the_same_tactic() -> None:
    wall = [tile for tile in range(34) for _ in range(4)][:72]
    here, there = Game(wall), Game(wall)
    programs = [honest("json", "keep"), honest("simple", "keep"), honest("json", stops=False)]
    tactic = TacticPlayer(discard_the_draw, "tactic")
    turns = play(there, [*programs, tactic])
    expected = play(here, [TacticPlayer(discard_the_draw, "tactic") for _ in range(4)])
    assert [turn.event for turn in turns] == [turn.event for turn in expected]
    assert there.result == here.result
    assert there.scores == here.scores


# -- faults ---------------------------------------------------------------------------------------

RUN_ONCE = {
    "hangs": (SHORT, "TLE"),
    "hangs_after_answer": (SHORT, "TLE"),
    "starts_slowly 30": (SHORT, "TLE"),
    "ignores_signals": (SHORT, "TLE"),
    "closes_output": (SHORT, "TLE"),
    "floods_errors": (SHORT, "TLE"),
    "breeds": (SHORT, "TLE"),
    "kills_its_parent": (SHORT, "TLE"),  # Behind namespaces it cannot, and waits.
    "floods_output": (LONG, "OLE"),
    "floods_lines": (LONG, "OLE"),
    f"says_response {2 * MEBI}": (LONG, "OLE"),
    "dies": (LONG, "RE"),
    "dies_after_answer": (LONG, "RE"),
    "is_killed": (LONG, "RE"),
    "hogs_memory": (LITTLE, "MLE"),
    f"hogs_memory_at_once {MUCH}": (LITTLE, "MLE"),
    f"hogs_memory_in_children {MUCH}": (LITTLE, "MLE"),
    "says PASS": (LONG, "NJ"),
    "says ": (LONG, "NJ"),
    "says {}{}": (LONG, "NJ"),
    "says {'response':'PASS'}": (LONG, "NJ"),
    f"says {'[' * 100_000}": (LONG, "NJ"),
    f"says {'9' * 100_000}": (LONG, "NJ"),
    "says_bytes fffe00": (LONG, "NJ"),
    # JSON, so the judge gets to see it.
    "says []": (LONG, "answered "),
    "says {}": (LONG, "answered "),
    'says {"response":null}': (LONG, "answered "),
    'says {"response":["HU"]}': (LONG, 'answered ["HU"]'),
    'says {"response":"\\ud800"}': (LONG, "answered ?"),
    # No faults, though they look like some.
    'says {"response":"PASS"}': (LONG, "answered PASS"),
    "says_bytes 7b22726573706f6e7365223a2250415353227d0d0a": (LONG, "answered PASS"),
    "starts_slowly 0.6": (Limits(seconds=0.5, first_seconds=60), "answered PASS"),
    "writes_many_errors": (LONG, "answered PASS"),
    f"hogs_memory_at_once {MUCH} ": (LONG, "answered PASS"),
    "leaves_children": (LONG, "answered PASS"),
}


@pytest.mark.parametrize("arguments", [pytest.param(key, id=key[:40]) for key in RUN_ONCE])
@pytest.mark.parametrize("mode", ["restarted", "kept"])
def test_every_fault_earns_its_verdict(arguments: str, mode: str) -> None:
    limits, expected = RUN_ONCE[arguments]
    if arguments == "kills_its_parent" and isolation_here().kind == NO_ISOLATION:
        expected = "RE"
    name, _, argument = arguments.partition(" ")
    words = [name, argument] if argument or name == "says" else [name]
    player = faulty(*words, *["keep"] * (mode == "kept"), limits=limits)
    assert [verdict(reply) for reply in asked(player)] == [expected]


PASSES = "answered PASS"
LATER = Limits(seconds=60, first_seconds=60, kept_seconds=0.3)
# Words of a program that is kept running, its limits, and what comes of its turns.
KEPT = [
    # The second marker makes the next answer empty.
    ("marks_twice", LONG, [PASSES, "NJ"]),
    ("marks_without_newline", LONG, [PASSES] * 3),
    ("marks_in_the_answers_line", SHORT, ["TLE"]),
    ("hangs_when_kept", LATER, [PASSES, "TLE"]),
    # Who ends well is started anew.
    ("marks_and_exits 0", LONG, [PASSES] * 3),
    ("marks_and_exits 1", LONG, [PASSES, "RE"]),
    # Its greatest size counts.
    (f"hogs_memory_and_marks {MUCH}", LONG, [PASSES]),
    (f"hogs_memory_and_marks {MUCH}", LITTLE, ["MLE"]),
]


@pytest.mark.parametrize(("words", "limits", "expected"), KEPT)
def test_a_kept_program(words: str, limits: Limits, expected: list[str]) -> None:
    replies = asked(faulty(*words.split(), "keep", limits=limits), len(expected))
    assert list(map(verdict, replies)) == expected


def test_markers_elsewhere() -> None:
    """Printed twice it is an empty simple response; of a program that is not kept it is no JSON."""
    replies = asked(faulty("marks_twice", "keep", simple=True), turns=2)
    assert replies == ['{"response": "PASS"}', ""]
    assert verdict(asked(faulty("marks_in_the_answers_line"))[0]) == "NJ"


def test_a_program_that_cannot_be_run_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF but not really")
    file.chmod(0o755)
    (reply,) = asked(ProgramPlayer([str(file)], limits=LONG))
    assert reply == Fault("RE", f"exit status 127: {file}: Exec format error")


# -- what is kept and reported --------------------------------------------------------------------


def test_faults_say_why() -> None:
    assert asked(faulty("dies")) == [Fault("RE", "exit status 1: ValueError: no good")]
    assert asked(faulty("is_killed")) == [Fault("RE", "killed by SIGSEGV")]
    replies = asked(faulty("marks_and_exits", "1", "keep"), turns=2)
    assert replies[1] == Fault("RE", "exit status 1")
    replies = asked(faulty("hangs_when_kept", "keep", limits=LATER), turns=2)
    assert replies[1] == Fault("TLE", "no answer within 0.3 s")
    assert asked(faulty("hangs_after_answer", limits=SHORT)) == [
        Fault("TLE", 'neither marker nor exit after b\'{"response": "PASS"}\\n\' within 0.5 s')
    ]


def test_a_flood_of_standard_error_is_one_line() -> None:
    player = faulty("writes_many_errors")
    asked(player)
    size = sum(len(f"line {number}\n") for number in range(100_000))
    assert player.errors == f"{size:,} bytes of standard error in one turn: line 99999"


def test_what_is_said_in_many_turns_is_no_flood() -> None:
    player = faulty("logs", "keep")
    assert asked(player, turns=5) == ["PASS"] * 5
    assert len(player.errors) == 4096


def test_saved_data_comes_back_however_long() -> None:
    player = faulty("saves", "100000")
    first, second = asked(player, turns=2)
    assert int(str(first)) < 200
    assert int(str(second)) > 100_000
    assert player.debug == "x" * 1024
    assert player.notes == [f"turn {turn}: 100000 bytes of debug" for turn in (1, 2)]
    whole = faulty("saves", "1024")
    asked(whole)
    assert (whole.debug, whole.notes) == ("x" * 1024, [])


def test_more_saved_data_than_allowed_is_lost() -> None:
    player = faulty("saves", "200000")
    assert max(int(str(size)) for size in asked(player, turns=2)) < 300
    assert "turn 1: 200000 bytes of data" in player.notes


def test_every_answers_time_is_kept() -> None:
    player = honest("json", "keep")
    asked(player, turns=4)
    assert len(player.times) == 4
    assert min(player.times) > 0


# -- nothing is left ------------------------------------------------------------------------------


def states(mark: str) -> set[str]:
    """The states of the program's processes, as /proc has them: T is stopped."""
    return set(map(state_of, programs_of(mark)))


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 30
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def test_a_kept_program_is_stopped_between_turns(mark: str) -> None:
    with closing(honest("json", "keep")) as player:
        player.begin(0)
        for request in GAME[:3]:
            player.ask(request)
            assert eventually(lambda: states(mark) == {"T"})


def test_a_kept_program_may_run_on(mark: str) -> None:
    with closing(honest("json", "keep", stops=False)) as player:
        player.begin(0)
        player.ask(START)
        assert eventually(lambda: states(mark) == {"S"})


def test_children_of_a_kept_program_live_until_the_end(mark: str) -> None:
    with closing(faulty("leaves_children", "keep")) as player:
        player.begin(0)
        assert player.ask(START) == "PASS"
        assert eventually(lambda: len(programs_of(mark)) == 4)
    assert marked(mark) == {}


def test_a_game_may_be_left_and_another_begun(mark: str) -> None:
    with closing(honest("json", "keep")) as player:
        for _ in range(2):
            player.begin(0)
            player.ask(START)
        assert len(programs_of(mark)) == 1


def test_end_may_come_at_any_time() -> None:
    player = honest("json")
    player.end()
    player.begin(0)
    player.end()
    player.end()


def test_a_program_has_none_of_its_users_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJ_BOTZONE_URL", "https://example.org/a-secret")
    code = "import os, json; print(json.dumps({'response': sorted(os.environ)}))"
    (reply,) = asked(ProgramPlayer([sys.executable, "-c", code], limits=LONG))
    names = json.loads(str(reply))
    assert "PATH" in names
    assert "MJ_BOTZONE_URL" not in names


@pytest.mark.parametrize("ending", ["killed", "of itself"])
def test_an_end_after_the_time_is_over_is_no_crash(
    monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """The owner gets no processor from a look at the memory until the program has ended."""
    limits = Limits(first_seconds=0.2)
    seconds = "100" if ending == "killed" else "0.3"

    def look(processes: Sequence[int], limit: int) -> int:
        (sleeper,) = processes
        time.sleep(limits.first_seconds)
        if ending == "killed":
            os.kill(sleeper, signal.SIGKILL)
        assert eventually(lambda: state_of(sleeper) == "Z")
        return 0

    monkeypatch.setattr(pipes, "held_by", look)
    assert asked(ProgramPlayer(["sleep", seconds], limits=limits)) == [
        Fault("TLE", "no answer within 0.2 s")
    ]


def state_of(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]


def test_who_is_interrupted_after_its_time_was_too_slow() -> None:
    player = ProgramPlayer(["sleep", "100"], limits=Limits(first_seconds=0))
    player.begin(0)
    player.interrupt()
    reply = player.ask(START)
    player.end()
    assert verdict(reply) == "TLE"


def test_no_descriptor_is_left_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    asked(honest("json", "keep"), turns=3)
    asked(honest("json"), turns=3)
    asked(faulty("kills_its_parent", limits=SHORT))
    asked(faulty("floods_output"))
    assert len(os.listdir("/proc/self/fd")) == before


OWNER = """
import sys, time
from mj_bot.events import Start
from mj_lab.core.game.programs import ProgramPlayer
player = ProgramPlayer(sys.argv[1:], keep=True)
player.begin(0)
print(player.ask(Start(0, 0)), flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_a_killed_owner(mark: str, number: signal.Signals) -> None:
    program = [sys.executable, str(PROGRAMS / "faulty.py"), "leaves_children", "keep"]
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, *program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
    ) as owner:
        try:
            assert owner.stdout is not None
            assert owner.stdout.readline() == b"PASS\n"
            assert eventually(lambda: len(programs_of(mark)) == 5)  # With the owner.
            owner.send_signal(number)
            owner.wait(30)
        finally:
            owner.kill()
    assert eventually(lambda: marked(mark) == {})
