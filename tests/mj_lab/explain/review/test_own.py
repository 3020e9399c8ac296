"""`mj review --own`: one's own seats by name or id, their faults, verdicts and times."""

import json
import math
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.archives import game_of_record
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.records.matches import save_match
from mj_lab.explain.review.own_answers import answer_sums, seat_answers
from mj_lab.explain.review.own_text import print_own
from mj_lab.explain.review.reviewing import GameReview, SeatReview
from mj_lab.explain.review.together.report import ReviewReport, report_of
from mj_lab.explain.review.views import OwnSeats, recorded_games
from mj_lab.table.live.matches.record import MatchRecord, save
from tests.command import mj
from tests.reader import copy_of_the_tree

DATA = Path(__file__).resolve().parents[3] / "data"
LOG = DATA / "botzone_log.json"
SEAT = 2
PLAYERS = [
    {"name": "east"},
    {"type": "bot", "bot": "5bd136e00681335cc1f4cbb9"},
    {
        "type": "bot",
        "bot": {"_id": {"$oid": "60c72b2f9b1d8e001c8e4d3a"}, "name": "my bot"},
        "user": {"_id": "605ecd5eb5a5d724a1fb9230", "name": "anna"},
    },
    {"name": "north"},
]
# By turn; a remark of the tactic stands behind a fault, or alone.
CUT = "tactic: cut after 1 s of CPU time (mine.py:12)"
RAISED = "tactic: KeyError: 'W1, W2' (mine.py:9)"
DEBUG = {
    4: "W1 0.2",
    20: f"!! {CUT}; rule_based answers in its place !! W1 0.2",
    30: f"!! {CUT}; rule_based answers in its place !!",
    41: f"!! {RAISED}; rule_based answers in its place !! B1 0.1",
    50: "!! loading: ValueError: no, 3 times !! B2 0.3",
    60: "the clock: cut !! and not a fault",
}


def time_of(turn: int) -> int:
    return 1004 if turn == 30 else turn * 7 % 11


@pytest.fixture
def log() -> dict[str, Any]:
    """A log as Botzone has it: what each answer took, and what the bot remarked."""
    found: dict[str, Any] = {**json.loads(LOG.read_text()), "players": PLAYERS}
    answers = [entry for entry in found["log"] if "output" not in entry]
    for turn, entry in enumerate(answers):
        entry[str(SEAT)].update(time=time_of(turn), memory=9, keep_running=True)
        if turn in DEBUG:
            entry[str(SEAT)]["debug"] = DEBUG[turn]
    return found


def match_in(log: Any) -> Match:
    found = game_of_record(log)
    assert isinstance(found, Match)
    return found


def test_the_command(log: dict[str, Any], tmp_path: Path) -> None:
    """A log and one without the player: the points lost, and beside them what `debug` says."""
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    done = mj("review", "--own", "my bot", path, LOG, "--json", "-o", tmp_path / "page.html")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "mj: 1 match is without that player"
    told = json.loads(done.stdout)
    (match,) = told["matches"]
    (seat,) = match["seats"]
    assert (seat["seat"], seat["player"]) == (SEAT, "my bot")
    assert seat["points_lost"] > 0
    turns = len([entry for entry in log["log"] if "output" not in entry])
    took = sorted(map(time_of, range(turns)))
    assert told["own"] == {"name": "my bot", **seat["answers"]}
    assert seat["answers"] == {
        "answers": turns,
        "remarks": len(DEBUG),
        "fell_back": 3,
        "cut": 2,
        "other_faults": 1,
        "faults": [
            {"fault": CUT, "count": 2, "match": "wall-4", "turn": 20},
            {"fault": RAISED, "count": 1, "match": "wall-4", "turn": 41},
            {"fault": "loading: ValueError: no", "count": 1, "match": "wall-4", "turn": 50},
        ],
        "verdicts": [],
        "times": {
            "median": median(took),
            "most": took[math.ceil(0.99 * turns) - 1],
            "longest": 1004,
            "match": "wall-4",
            "turn": 30,
        },
    }
    assert '"answers"' not in (tmp_path / "page.html").read_text()


def test_nobody_of_that_name(log: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    for own in ("bot", ""):
        done = mj("review", "--own", own, path, path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"mj: no match has a player {own!r}; there are: east, my bot, north\n"
        )


@pytest.mark.parametrize(
    ("own", "seats"),
    [
        ("my bot", [SEAT]),
        ("60c72b2f9b1d8e001c8e4d3a", [SEAT]),
        ("605ecd5eb5a5d724a1fb9230", [SEAT]),
        ("anna", [SEAT]),
        ("5bd136e00681335cc1f4cbb9", [1]),
        ("north", [3]),
        ("me", []),
    ],
)
def test_names_and_ids(log: dict[str, Any], tmp_path: Path, own: str, seats: list[int]) -> None:
    """They are found in the log, and in the line that it is converted to."""
    line = tmp_path / "line.jsonl"
    save_match(line, match_in(log))
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    for file in (path, line):
        games = list(recorded_games(file, own=OwnSeats(own)))
        assert [view.seat for game in games for view in game.views] == seats


def test_two_seats_of_one_user(log: dict[str, Any]) -> None:
    log["players"] = [*PLAYERS[:3], {"name": "second", "user": {"name": "anna"}}]
    assert OwnSeats("anna").of(match_in(log)) == {2, 3}


def test_the_seat_in_a_log_that_names_nobody(log: dict[str, Any]) -> None:
    """The log alone, as it is copied from the page of a match."""
    match = match_in(log)
    nobody = match_in(log["log"])
    assert OwnSeats("my bot", SEAT).of(nobody) == {SEAT}
    assert OwnSeats("anna", 0).of(match) == {SEAT}
    unknown = OwnSeats("my bot")
    assert unknown.of(nobody) == set()
    with pytest.raises(ValueError, match="there are: none with a name; say your seat too: --seat"):
        unknown.check()


@pytest.mark.parametrize(
    ("debug", "faults"),
    [
        ("tactic: cut by the clock; W1 0.2; rule_based answers in its place", 2),
        ("tactic net: KeyError: 'a' (net.py:3); rule_based plays in its place", 1),
        ("not legal: PLAY J3; W1 0.2; rule_based answers in its place", 1),
        ("a tactic: it has none", 0),
        ("rule_based answers in its place, it said", 0),
        ("", 0),
    ],
)
def test_what_bots_of_before_said(log: dict[str, Any], debug: str, faults: int) -> None:
    answers = [entry for entry in log["log"] if "output" not in entry]
    for entry in answers:
        entry[str(SEAT)]["debug"] = ""
    answers[9][str(SEAT)]["debug"] = debug
    found = seat_answers(seat_of(match_in(log), SEAT))
    assert {turn: len(texts) for turn, texts in found.faults.items()} == (
        {9: faults} if faults else {}
    )
    assert answer_sums([("", found)]).fell_back == debug.endswith("answers in its place")


@pytest.mark.parametrize("odd", [None, True, -1, 10**400, "9", [], {"a": 1}, 0.5])
def test_a_log_is_read_whatever_stands_beside_the_answers(log: dict[str, Any], odd: Any) -> None:
    for entry in log["log"]:
        if "output" not in entry:
            entry[str(SEAT)].update(debug=odd, time=odd)
    found = seat_answers(seat_of(match_in(log), SEAT))
    assert set(found.times.values()) == ({0.5} if odd == 0.5 else set())
    assert found.faults == {}


def test_verdicts(recorded: Callable[[str], tuple[dict[str, Any], ...]]) -> None:
    """That of an answer, that of the judge on its action, and that of which only scores speak."""
    match = Match.model_validate(recorded("faulty_games")[0])
    at_fault, last = match.result.player, len(match.responses) - 1
    assert at_fault is not None
    assert dict(seat_of(match, at_fault).verdicts) == {last: match.result.action}
    other = (at_fault + 1) % 4
    assert dict(seat_of(match, other).verdicts) == {}
    late = match.model_copy(update={"verdicts": ((last, other, "TLE"),)})
    assert dict(seat_of(late, other).verdicts) == {last: "TLE"}
    view = {
        "requests": [row[other] for row in match.requests],
        "responses": [row[other] for row in match.responses],
        "slot": other,
    }
    scores = [10] * 4
    for own, verdicts in ((-30, {last: "fault"}), (10, {})):
        scores[other], scores[at_fault] = own, -20 - own
        found = game_of_record({**view, "scores": scores})
        assert not isinstance(found, Match)
        assert dict(found.verdicts) == verdicts


def test_a_match_of_mj_live_play_is_ones_own(log: dict[str, Any], tmp_path: Path) -> None:
    """By `me`, or by the tactic that played."""
    view = seat_of(match_in(log), SEAT)
    debug = [view.debug.get(turn, "") for turn in range(len(view.responses))]
    answered = view.requests, view.responses, debug, SEAT, (10, 10, -30, 10)
    save(tmp_path, MatchRecord("5ff1d3a0", "mine", "finished", *answered))
    for own in ("me", "mine"):
        ((live,),) = (game.views for game in recorded_games(tmp_path, own=OwnSeats(own)))
        found = answer_sums([("", seat_answers(live))])
        assert (found.fell_back, found.cut, found.other) == (3, 2, 1)
        assert [verdict for verdict, _ in found.verdicts] == ["fault"]
    with pytest.raises(ValueError, match="no match has a player 'odds'; there are: mine$"):
        not_there = OwnSeats("odds")
        assert list(recorded_games(tmp_path, own=not_there)) == []
        not_there.check()


def report(log: dict[str, Any], games: int) -> ReviewReport:
    view = seat_of(match_in(log), SEAT)
    seat = SeatReview(SEAT, "my bot", 24, (), 0, seat_answers(view))
    made = [GameReview("5ff1d3a0c5b5e9001a7d3f60", "f", "", (seat,)) for _ in range(games)]
    return report_of(made, "player", "odds", "my bot")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table(log: dict[str, Any], width: int) -> None:
    file = StringIO()
    print_own(Console(file=file, width=width), report(log, 2))
    text = file.getvalue()
    assert "…" not in text
    assert max(map(cell_len, text.splitlines())) <= width
    rows = [line.split() for line in text.splitlines()]
    # Fell back, cut, the times: of each match, and of both, which have the same id.
    assert sum(row[-5:] == ["3", "2", "5", "10", "1004@30"] for row in rows) in (0, 2)
    assert any(row[:1] == ["total"] and "6" in row and "4" in row for row in rows)
    assert any(row[:1] == ["4"] and "tactic:" in row for row in rows)


def test_a_record_without_remarks_says_so(log: dict[str, Any]) -> None:
    for entry in log["log"]:
        if "output" not in entry:
            entry[str(SEAT)].pop("debug", None)
    file = StringIO()
    print_own(Console(file=file, width=80), report(log, 1))
    assert "faults are not on record" in file.getvalue()


# -- whole ways -----------------------------------------------------------------------------------

TACTIC = '''
from mj_bot.actions import action_space
from mj_bot.events import PASSING

FIRST = {first}


class Mine:
    """The first discard that is legal. On one deal it raises at one turn, and ends at no other."""

    def __init__(self):
        self.debug = "what I thought"
        self.first = None

    def __call__(self, state):
        self.first = self.first or list(state.hand)
        discards = len(state.discards[state.seat])
        if self.first == FIRST and state.drawn is not None:
            if discards == 2:
                raise KeyError("the third")
            while discards == 4:
                pass
        legal = action_space(state)
        return PASSING if PASSING in legal else legal[0]
'''


class NotedPlayer:
    """A program, and what Botzone notes of it in its log."""

    def __init__(self, path: Path) -> None:
        made = player_of(f"keep:{path}")(0)
        assert isinstance(made, ProgramPlayer)
        self.program = made
        self.debug: list[tuple[int, int, str]] = []
        self.times: list[tuple[float | None, ...]] = []

    def watch(self, *_: Any) -> None:
        turn = len(self.times)
        self.times.append((self.program.times[-1] * 1000, None, None, None))
        if self.program.debug:
            self.debug.append((turn, 0, self.program.debug))


@pytest.mark.thorough
def test_a_built_bot_that_fails_at_one_turn_and_is_cut_at_another(tmp_path: Path) -> None:
    """Built, played as on Botzone, its log saved, reviewed."""
    tree, built, path = tmp_path / "tree", tmp_path / "mine.pyz", tmp_path / "log.json"
    copy_of_the_tree(tree)
    wall = wall_of_seed(77)
    # East's deal and first draw: the end of its quarter.
    first = [wall[20:34].count(tile) for tile in range(34)]
    game = Game(wall, 0)
    (tree / "mj_bot" / "tactics" / "mine.py").write_text(TACTIC.format(first=first))
    done = subprocess.run(
        [sys.executable, "handin.py", "--quick", "--tactic", "mine", "-o", str(built)],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    mine = NotedPlayer(built)
    turns = play(
        game, [mine.program, *(player_of("random")(seat) for seat in (1, 2, 3))], mine.watch
    )
    match = match_of(game, turns, "the match", ("mine", "a", "b", "c"))
    noted = {"debug": tuple(mine.debug), "times": tuple(mine.times)}
    save_match(path, match.model_copy(update=noted))
    done = mj("review", "--own", "mine", path, "--json")
    assert done.returncode == 0, done.stderr
    own = json.loads(done.stdout)["own"]
    assert (own["fell_back"], own["cut"], own["other_faults"], own["verdicts"]) == (2, 1, 0, [])
    raised, cut = sorted(own["faults"], key=lambda fault: fault["turn"])
    assert raised["fault"].startswith("tactic: KeyError: 'the third' (mine.py:")
    assert "cut" in cut["fault"]
    # The seat's third and fifth draws.
    draws = [turn for turn, row in enumerate(match.requests) if row[0].startswith("2 ")]
    assert (raised["turn"], cut["turn"]) == (draws[2], draws[4])
    assert own["times"]["turn"] == cut["turn"]
    assert own["times"]["longest"] > 900 > own["times"]["median"]
    shown = mj("review", "--own", "mine", path)
    assert "KeyError: 'the third'" in shown.stdout
    assert f"step {cut['turn']}" in shown.stdout
