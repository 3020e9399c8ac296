"""The process on Botzone, inside and as a real process: one legal answer, whatever happens."""

import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.botzone import bot as botzone
from mj_bot.botzone.answer import MARKER, cut_debug, debug_text, faults_of
from mj_bot.botzone.bot import KEEP_RUNNING, RESTART, Settings
from mj_bot.botzone.gate import gate
from mj_bot.botzone.process import _age, converse, play_turns
from mj_bot.botzone.reading import Script
from mj_bot.events import Action, parse_response
from mj_bot.fan import calculator
from mj_bot.history import load_json
from tests.mj_bot.botzone.bots import (
    DEAL,
    OWN_DRAW,
    PACKAGE,
    copied,
    encoded,
    made_patient,
    write_tactic,
)
from tests.recorded import Recorded, sent_to

CLAIM = {
    "requests": ["0 0 0", DEAL.replace("W1 W2", "F1 F1"), "3 1 DRAW", "3 1 PLAY F1"],
    "responses": ["PASS", "PASS", "PASS"],
}


def answers(
    *turns: bytes, tactic: str = "random", mode: str = KEEP_RUNNING
) -> list[dict[str, str]]:
    """What the process answers to these turns, without a clock (pytest has one of its own)."""
    found = []
    for answer in play_turns(turns, Settings(tactic, mode, None)):
        line, *marker = answer.splitlines(keepends=True)
        assert marker == ([MARKER] if mode == KEEP_RUNNING else [])
        found.append(json.loads(line))
    return found


def responses(*turns: bytes, tactic: str = "random") -> list[str]:
    return [answer["response"] for answer in answers(*turns, tactic=tactic)]


def stand_in(source: dict[str, Any]) -> str:
    """What the stand-in answers; it is not what is played on when there is nothing better."""
    (response,) = responses(encoded(source), tactic=tactics.STAND_IN)
    assert source is not OWN_DRAW or response != "PLAY J2"
    return response


# -- the gate -------------------------------------------------------------------------------


def test_the_gate_lets_through_what_is_legal() -> None:
    for source in (OWN_DRAW, CLAIM):
        state = load_json(source)
        for action in action_space(state):
            assert gate(state, parse_response(str(action))) == action


@pytest.mark.parametrize(
    "action", [None, "PLAY W1", 3, Action("PLAY", 33), Action("HU"), Action("GANG", 0), Action("X")]
)
def test_the_gate_turns_all_else_into_the_fallback(action: Any) -> None:
    assert str(gate(load_json(OWN_DRAW), action)) == "PLAY J2"
    assert str(gate(load_json(CLAIM), action)) == "PASS"


# -- turns ----------------------------------------------------------------------------------


def test_one_answer_for_every_turn() -> None:
    legal = [str(action) for action in action_space(load_json(OWN_DRAW))]
    found = responses(encoded(OWN_DRAW), b'"3 0 PLAY J1"\n', b'"3 1 DRAW"\n', b'"3 1 PLAY J3"\n')
    assert found[0] in legal
    assert found[1:] == ["PASS", "PASS", "PASS"]


def test_restart_mode_answers_once_and_ends() -> None:
    assert len(answers(encoded(OWN_DRAW), b'"3 0 PLAY J1"\n', mode=RESTART)) == 1


@pytest.mark.parametrize("mode", [KEEP_RUNNING, RESTART])
def test_no_input_is_answered_once(mode: str) -> None:
    (answer,) = answers(mode=mode)
    assert answer["response"] == "PASS" and "no input" in answer["debug"]


def test_nonsense_is_passed_and_a_draw_played_on() -> None:
    found = answers(
        encoded(OWN_DRAW),
        b'"3 2 BUGANG W1"\n',  # cannot be: nobody has that pung
        b'"3 1 PLAY W9"\n',
        b'"2 B9"\n',
        b"nonsense\n",
    )
    assert [answer["response"] for answer in found[1:]] == ["PASS", "PASS", "PLAY B9", "PASS"]
    assert "added kong" in found[1]["debug"]
    assert "no game" in found[2]["debug"]


def test_a_whole_history_mends_it() -> None:
    broken = [encoded(OWN_DRAW), b'"junk"\n', b'"2 B9"\n']
    assert responses(*broken, encoded(OWN_DRAW))[3] == responses(encoded(OWN_DRAW))[0]


def test_a_second_game_may_follow_in_the_same_process() -> None:
    assert responses(encoded(OWN_DRAW), encoded(CLAIM)) == [
        *responses(encoded(OWN_DRAW)),
        *responses(encoded(CLAIM)),
    ]


def test_an_own_answer_tells_which_concealed_kong(made_up: Path) -> None:
    write_tactic(made_up, "made_up_kong", "return Action('GANG', 9)")
    deal = "1 0 0 0 0 W1 W1 W1 W1 B1 B1 B1 B1 T6 T8 F1 F2 J1"
    first = {"requests": ["0 0 0", deal, "2 J2"], "responses": ["PASS", "PASS"]}
    second = {
        "requests": [*first["requests"], "3 0 GANG", "2 J3"],
        "responses": ["PASS", "PASS", "GANG B1", "PASS"],
    }
    found = answers(encoded(first), b'"3 0 GANG"\n', b'"2 J3"\n', tactic="made_up_kong")
    assert [answer["response"] for answer in found] == [
        "GANG B1",
        "PASS",
        answers(encoded(second), tactic=tactics.STAND_IN)[0]["response"],
    ]
    assert "not legal: GANG B1" in found[2]["debug"]  # it is gone from the hand


# -- the tactic -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ("return None", "no answer"),
        ("return 'PLAY W0'", "not an action: 'PLAY W0'"),
        ("return 'PLAY', 0", "not an action: ('PLAY', 0)"),
        ("return 'PLAY', 'J3'", "not legal: PLAY J3"),
        ("return Action('PLAY', 33)", "not legal: PLAY J3"),
        ("raise SystemExit", "SystemExit"),
        ("return 1 // 0", "ZeroDivisionError"),
        ("def deep(): deep()\ndeep()", "RecursionError"),
        ("raise MemoryError", "MemoryError"),
        ("return Action('PLAY', 99)", "not an action: IndexError"),
        ("return Action(state, tactics)", "NameError"),
        ("return Action(state, state, state)", "not an action: TypeError"),
        ("class Odd(Exception):\n    def __str__(self): return 1 // 0\nraise Odd", "Odd"),
        ("del state.hand[:]\nstate.melds = None\nreturn None", "no answer"),
    ],
)
def test_whatever_a_tactic_does_the_stand_in_answers(made_up: Path, body: str, note: str) -> None:
    write_tactic(made_up, "made_up_bad", body)
    for source in (OWN_DRAW, CLAIM):
        (answer,) = answers(encoded(source), tactic="made_up_bad")
        assert answer["response"] == stand_in(source)
        assert faults_of(answer["debug"])[1:] == [botzone.FELL_BACK]
        assert note in faults_of(answer["debug"])[0]


@pytest.mark.parametrize(
    "text",
    [
        "this is no Python",
        "import no_such_module",
        "1 // 0",
        "",
        "raise SystemExit",
        "import sys; sys.exit('enough')",
        "class Odd(BaseException): pass\nraise Odd",
    ],
)
def test_for_a_broken_file_the_stand_in_plays(made_up: Path, text: str) -> None:
    (made_up / "made_up_broken.py").write_text(text)
    turns = [encoded(OWN_DRAW), b'"3 0 PLAY J2"\n', b'"2 W3"\n', encoded(OWN_DRAW)]
    expected = answers(*turns, tactic=tactics.STAND_IN)
    assert expected[0]["response"] != "PLAY J2"  # it is not the fallback
    for tactic in ("made_up_broken", "nobody", "greedy@what=1"):
        found = answers(*turns, tactic=tactic)
        assert [one["response"] for one in found] == [one["response"] for one in expected]
        for one, other in zip(found, expected, strict=True):
            why, instead = faults_of(one["debug"])
            assert why.startswith(f"tactic {tactic}: ") and instead == botzone.NO_TACTIC
            assert one["debug"] == debug_text([why, instead], other["debug"])


def test_without_a_stand_in_it_still_answers(
    made_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("made_up_one", "made_up_two"):
        (made_up / (name + ".py")).write_text("1 // 0")
    monkeypatch.setattr(botzone, "STAND_IN", "made_up_two")
    for name in ("made_up_one", "made_up_two"):
        (answer,) = answers(encoded(OWN_DRAW), tactic=name)
        assert answer["response"] == "PLAY J2"
        assert "ZeroDivisionError" in faults_of(answer["debug"])[0]


def test_loading_the_tactic_has_a_time_of_its_own(installed: Path) -> None:
    done = process(installed, "--tactic", "slow_start", "--limit", "0.1", data=encoded(OWN_DRAW))
    assert json.loads(done.stdout.splitlines()[0]) == {"response": "PLAY W1", "debug": ""}


def test_a_tactic_whose_loading_is_cut_is_loaded_again(
    made_up: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(botzone, "LOADING_LIMIT", 0.2)
    path = made_up / "made_up_late.py"
    path.write_text("while True: pass")
    turns = iter([encoded(OWN_DRAW), b'"3 0 PLAY J2"\n', b'"2 W3"\n'])

    class Mending(Script):
        def _more(self, wait: float | None) -> bytes:
            turn = next(turns, b"") if wait is None else b""
            if turn.startswith(b'"2 '):
                write_tactic(made_up, "made_up_late", "return PLAYS[0]")
                importlib.invalidate_caches()
            return turn

    found: list[bytes] = []
    converse(Mending([]), found.append, Settings("made_up_late", KEEP_RUNNING, 0.2))
    said = [faults_of(json.loads(answer.splitlines()[0])["debug"]) for answer in found]
    cut = "tactic made_up_late: cut after {} s of CPU time (made_up_late.py:1)"
    assert said[0] == [cut.format(0.2), botzone.FELL_BACK]
    assert said[1][0].startswith("tactic made_up_late: cut after 0.1") and said[2] == []
    assert [json.loads(answer.splitlines()[0])["response"] for answer in found] == [
        stand_in(OWN_DRAW),
        "PASS",
        "PLAY W1",
    ]


def test_the_best_so_far_is_played_after_an_error(made_up: Path) -> None:
    write_tactic(
        made_up, "made_up_best", "self.best = PLAYS[0]\nraise ValueError", "    best = None"
    )
    assert responses(encoded(OWN_DRAW), tactic="made_up_best") == ["PLAY W1"]


def test_the_best_of_an_earlier_turn_is_not(made_up: Path) -> None:
    write_tactic(
        made_up,
        "made_up_stale",
        "if self.best is not None: raise SystemExit(3)\nself.best = PLAYS[0]\nreturn PLAYS[6]",
        "    best = None",
    )
    turns = [encoded(OWN_DRAW), b'"3 0 PLAY W5"\n', b'"2 W9"\n']
    found = answers(*turns, tactic="made_up_stale")
    # Had `best` been left over, it would have ended by SystemExit and played it. W7 is legal twice.
    assert [answer["response"] for answer in found] == ["PLAY W7", "PASS", "PLAY W7"]


def test_loading_hears_each_action_once_and_its_errors_cost_nothing(made_up: Path) -> None:
    more = """
    def __init__(self):
        self.heard = []

    def loading(self, state, player_id, action):
        self.heard.append("%d %s" % (player_id, action))
        state.hand = None
        if len(self.heard) == 2:
            raise ValueError("deaf")

    @property
    def debug(self):
        return ",".join(self.heard)
"""
    write_tactic(made_up, "made_up_loading", "return None", more)
    turns = [b'"3 0 PLAY J2"\n', b'"3 1 DRAW"\n', b'"3 1 PLAY W1"\n', b'"2 W3"\n']
    found = answers(encoded(OWN_DRAW), *turns, tactic="made_up_loading")
    requests = [*OWN_DRAW["requests"], *[json.loads(turn) for turn in turns]]
    whole = {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}
    remark = "0 PLAY J2,1 PLAY W1"
    debug = debug_text(["no answer", botzone.FELL_BACK], remark)
    assert found[-1] == {"response": stand_in(whole), "debug": debug}
    deaf, *others = faults_of(found[3]["debug"])
    assert others == ["no answer", botzone.FELL_BACK]
    assert deaf.startswith("loading: ValueError: deaf (made_up_loading.py:")
    # Given the whole history from the start, it is the same.
    (same,) = answers(encoded(whole), tactic="made_up_loading")
    assert same["debug"] == debug_text([deaf, "no answer", botzone.FELL_BACK], remark)


def test_a_loading_that_raises_each_time_is_one_fault(made_up: Path) -> None:
    """As often as it did, and a remark of any length leaves it and what follows."""
    more = "    debug = 'x' * 9999\n\n    def loading(self, *_):\n        {}[str('wind')]\n"
    write_tactic(made_up, "made_up_raising", "return None", more)
    tiles = ["W9", "B9", "T9", "F3", "J3"] * 3
    events = [event for tile in tiles for event in ("3 1 DRAW", f"3 1 PLAY {tile}")]
    requests = [*OWN_DRAW["requests"], "3 0 PLAY J2", *events, "2 W3"]
    whole = {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}
    (answer,) = answers(encoded(whole), tactic="made_up_raising")
    raised, *others = faults_of(answer["debug"])
    assert raised == "loading: KeyError: 'wind' (made_up_raising.py:12), 16 times"
    assert others == ["no answer", botzone.FELL_BACK]
    assert 900 < len(answer["debug"]) <= 1000 and answer["debug"].endswith("xxx")


def test_without_mahjong_gb_it_plays_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    calculator.cache_clear()
    try:
        turns = ["0 0 0", DEAL, "2 J2"]
        found = answers(*[encoded(turn) for turn in turns])
    finally:
        calculator.cache_clear()
    assert [botzone.NO_FAN in answer["debug"] for answer in found] == [True, False, False]
    assert found[2]["response"].startswith("PLAY ")


def test_an_age_that_cannot_be_or_that_nobody_says_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda _: 1)  # As if it started long after now.
    assert _age() == 0
    monkeypatch.delattr(os, "sysconf")
    assert _age() == 0


# -- debug ----------------------------------------------------------------------------------


@given(st.text(st.characters() | st.sampled_from('"\\\n\x00中\ud800😀'), max_size=3000))
def test_debug_is_a_beginning_that_fits(text: str) -> None:
    cut = cut_debug(text)
    assert len(json.dumps(cut)) <= 1000 and len(cut.encode()) <= 1000
    clean = text.encode("utf-8", "replace").decode()
    assert clean.startswith(cut)
    if cut != clean:
        assert len(json.dumps(clean[: len(cut) + 1])) > 1000


_ANY_TEXT = st.text(st.characters() | st.sampled_from('!!!;; \n中\ud800"'), max_size=600)


@given(st.lists(_ANY_TEXT, max_size=6), _ANY_TEXT)
def test_faults_are_known_from_any_remark(faults: list[str], remark: str) -> None:
    """In JSON and in the simple form; what does not fit is left out, the newest fault never."""
    debug = debug_text(faults, remark)
    assert len(json.dumps(debug)) <= 1000 and len(debug.encode()) <= 1000
    found = faults_of(debug)
    assert len(found) <= len(faults) and bool(found) is any(fault.strip() for fault in faults)
    assert len(faults_of(" ".join(debug.split()))) == len(found)
    words = [" ".join(fault.encode("utf-8", "replace").decode().split()) for fault in faults]
    said = [
        word if times == 1 else f"{word}, {times} times"
        for word, times in Counter(filter(None, words)).items()
    ]
    sizes = [len(json.dumps(word)) for word in said]
    if sum(sizes) < 900 and sizes[-1:] < [500] and not any("!!" in s or "; " in s for s in said):
        assert found == said


@pytest.mark.parametrize("letter", ["x", "中", "😀", '"', "\n"])
def test_a_long_debug_is_cut_in_every_form(made_up: Path, letter: str) -> None:
    write_tactic(
        made_up, "made_up_long", "return PLAYS[state.drawn]", f"    debug = {letter!r} * 9999"
    )
    line = play_turns([encoded(OWN_DRAW)], Settings("made_up_long", RESTART, None))[0]
    assert len(json.loads(line)["debug"].encode()) <= 1000
    assert len(line) <= 1000 + len('{"response": "PLAY J2", "debug": }\n')
    simple = b"3\n0 0 0\nPASS\n" + DEAL.encode() + b"\nPASS\n2 J2\n"
    answer, *debug = play_turns([simple], Settings("made_up_long", RESTART, None))[0].splitlines()
    assert answer == b"PLAY J2" and len(debug) <= 1 and len(b"".join(debug)) <= 1000


# -- real processes -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_patient(copied(tmp_path_factory.mktemp("bot")))


def process(
    installed: Path, *arguments: str, data: bytes = b"", env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "mj_bot", *arguments],
        cwd=installed,
        env=env,
        input=data,
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("tactic", "response", "note"),
    [
        ("endless", "stand-in", "s of CPU time (endless.py:8)"),
        ("endless_best", "PLAY W1", "s of CPU time (endless_best.py:9)"),
        ("endless_deaf", "stand-in", botzone.ENDLESS),
        ("noisy", "PLAY W1", ""),
        ("threads", "PLAY W1", ""),
        ("reader", "stand-in", ""),
        pytest.param(
            "endless_import", "stand-in", "(endless_import.py:1)", marks=pytest.mark.thorough
        ),
        pytest.param("deaf_import", "stand-in", botzone.ENDLESS, marks=pytest.mark.thorough),
    ],
)
def test_no_tactic_breaks_the_process(
    installed: Path, tactic: str, response: str, note: str
) -> None:
    arguments = ["--tactic", tactic, "--limit", "0.3"]
    done = process(installed, *arguments, data=encoded(OWN_DRAW))
    line, *marker = done.stdout.splitlines(keepends=True)
    answer = json.loads(line)
    expected = stand_in(OWN_DRAW) if response == "stand-in" else response
    assert (answer["response"], done.returncode) == (expected, 0)
    assert note in answer["debug"]
    # Without the marker Botzone starts a new process: right for one that cannot go on.
    assert marker == ([] if "deaf" in tactic else [MARKER])
    if tactic == "noisy":
        assert done.stderr.count(b"noise") == 4


@pytest.mark.parametrize("mode", [KEEP_RUNNING, RESTART])
@pytest.mark.parametrize("data", [b"", b"\n\n", b"junk", b"\xff\xfe\x00", b"[" * 200_000, b"7\n"])
def test_no_input_breaks_the_process(installed: Path, mode: str, data: bytes) -> None:
    done = process(installed, "--mode", mode, data=data)
    assert (done.returncode, done.stderr) == (0, b"")
    answer = done.stdout.splitlines()[0]
    response = json.loads(answer)["response"] if answer.startswith(b"{") else answer.decode()
    assert str(parse_response(response)) == "PASS"
    assert done.stdout.count(MARKER) == (mode == KEEP_RUNNING)


@pytest.mark.parametrize("fault", ["raise ImportError('broken')", "raise OSError('broken')"])
@pytest.mark.parametrize("missing", [["numpy"], ["MahjongGB"], ["numpy", "MahjongGB"]])
def test_without_its_libraries_the_default_still_plays(
    tmp_path: Path, recorded: Recorded, missing: list[str], fault: str
) -> None:
    """Real processes that find broken libraries first: legal answers, no win without the fans."""
    for name in missing:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(fault)
    match = recorded("botzone_matches")[0]
    asked = sent_to(match, 0)["requests"]
    turns = [encoded(sent_to(match, 0, 1)), *[encoded(request) for request in asked[1:]]]
    done = process(
        PACKAGE.parent,
        *("--limit", "60"),
        data=b"".join(turns),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr, done.stdout.count(MARKER)) == (0, b"", len(asked))
    found = [json.loads(line) for line in done.stdout.splitlines() if line + b"\n" != MARKER]
    for number, answer in enumerate(found, 1):
        legal = [str(action) for action in action_space(load_json(sent_to(match, 0, number)))]
        assert answer["response"] in legal
        assert "MahjongGB" not in missing or answer["response"] != "HU"
        faults = faults_of(answer["debug"])
        assert (botzone.NO_TACTIC in faults) == ("numpy" in missing)
        assert (botzone.NO_FAN in faults) == (number == 1 and "MahjongGB" in missing)
    assert len([answer for answer in found if answer["response"] != "PASS"]) > 5
    if missing == ["numpy"]:
        stand_in = responses(*turns, tactic=tactics.STAND_IN)
        assert [answer["response"] for answer in found] == stand_in


def test_a_judge_that_goes_away_gets_no_traceback(installed: Path) -> None:
    bot = subprocess.Popen(
        [sys.executable, "-m", "mj_bot"],
        cwd=installed,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert bot.stdin is not None and bot.stdout is not None and bot.stderr is not None
    bot.stdout.close()
    bot.stdin.write(encoded(OWN_DRAW))
    bot.stdin.close()
    assert bot.wait(60) == 0
    assert bot.stderr.read() == b""
    bot.stderr.close()


@pytest.mark.skipif(os.name != "posix", reason="closing a descriptor so is POSIX's way")
@pytest.mark.parametrize("closed", ["<&-", "2>&-", "2>/dev/full"])
def test_missing_streams_are_no_fault(installed: Path, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m mj_bot --tactic noisy {closed}', sys.executable],
        cwd=installed,
        input=encoded(OWN_DRAW),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["response"] == (
        "PASS" if closed == "<&-" else "PLAY W1" if closed == "2>&-" else stand_in(OWN_DRAW)
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tactic", "nobody"],
        ["--tactic", "nobody@a=1"],
        ["--tactic", "greedy@a"],
        ["--mode", "sometimes"],
        ["--limit", "0"],
        ["--limit", "nan"],
        ["--limit", "soon"],
        ["--what"],
        ["surplus"],
    ],
)
def test_a_bad_argument_is_one_clear_line(installed: Path, arguments: list[str]) -> None:
    done = process(installed, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith(b"mj_bot: ")
