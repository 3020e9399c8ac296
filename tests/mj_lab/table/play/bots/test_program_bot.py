"""Programs at a table of people: asked as on Botzone, forgiven, ended; also when restored."""

import random
import sys
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest

from mj_bot import tactics
from mj_bot.events import DRAW, PASSING, PLAYS, Event, Start
from mj_bot.tiles import code_of
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits
from mj_lab.core.game.seating import PERSON
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.bots.program_bot import ProgramBot, check_program
from mj_lab.table.play.bots.programs import MissingProgramError, Programs
from mj_lab.table.play.play_table import PlayTable, new_table, restored
from mj_lab.table.play.same_wall import HandInstead
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.core.game.test_programs import eventually, marked, programs_of
from tests.mj_lab.table.play.playing import answer_all, live_tables, opened, play_hand, until
from tests.mj_lab.table.play.test_live_table import alone

PROGRAMS = Path(__file__).parents[3] / "core" / "game" / "programs"
# The bot as it is uploaded, which plays as the tactic of that name does in this process.
GREEDY = f"keep:{sys.executable} -m mj_bot --tactic greedy --mode keep-running --limit 60"
LIMITS = Limits(seconds=60, first_seconds=60, kept_seconds=60)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs play on Linux only")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """Every process started in the test carries it."""
    monkeypatch.setenv("LC_MJ_TEST", own := uuid4().hex)
    return own


def table_with(
    folder: Path, player: str, programs: Programs | None = None, seed: int = 6
) -> PlayTable:
    """A table of one person, two tactics, and this player at the seat after the person."""
    settings = TableSettings((PERSON, player, "random", "greedy"), wall_seed=seed)
    return new_table(PlayStore(folder / "t.db"), settings, folder / "saved", programs=programs)[0]


def played(table: PlayTable) -> list[list[str]]:
    """Play the hand with a person by chance; all answers."""
    play_hand(table, random.Random(3))
    return [list(turn) for turn in table.match().responses]


def test_a_program_plays_as_its_tactic_does(tmp_path: Path) -> None:
    programs = Programs([f"mine={GREEDY}"])
    table = table_with(tmp_path / "program", "program:mine", programs)
    assert played(table) == played(table_with(tmp_path / "tactic", "greedy"))
    assert table.hand.programs[1].faults == []
    assert table.match().players == ("human", "mine", "random", "greedy")
    assert disagreement(table.match()) is None
    assert table.message(0)["result"]["faults"] == []


def test_a_table_with_a_program_is_restored_in_the_middle(tmp_path: Path) -> None:
    """At several turns the server is another one: the program knows what was before."""
    programs, chance = Programs([f"mine={GREEDY}"]), random.Random(3)
    expected = played(table_with(tmp_path / "tactic", "greedy"))
    table = table_with(tmp_path, "program:mine", programs)
    store = PlayStore(tmp_path / "t.db")
    kept = table.hand
    while not table.hand.is_over:
        if table.hand.turn in (4, 5, 21, 40):
            kept.close()
            table = restored(store, table.id, tmp_path / "saved", programs)
            kept = table.hand
        play_one_turn(table, chance)
    assert [list(turn) for turn in table.match().responses] == expected
    assert table.hand.programs[1].faults == []
    with pytest.raises(MissingProgramError, match="--bot mine="):
        restored(store, table.id)
    store.close()


def play_one_turn(table: PlayTable, chance: random.Random) -> None:
    for _ in answer_all(table, chance):
        pass
    table.go_on()


def bot(name: str, *arguments: str, keep: bool = False) -> tuple[ProgramBot, ProgramPlayer]:
    command = [sys.executable, str(PROGRAMS / name), *arguments]
    player = ProgramPlayer(command, keep=keep, limits=LIMITS)
    return ProgramBot(player, 1), player


@pytest.mark.parametrize("mode", ["keep", "restart"])
def test_it_is_asked_request_by_request(mode: str) -> None:
    """What the program itself was sent: all requests in restart mode, the newest when kept."""
    asked, player = bot("honest.py", "json", mode, keep=mode == "keep")
    said = []
    for request in (Start(1, 0), Event(DRAW, 0), Event(DRAW, 1, 5), Event(DRAW, 2)):
        asked.hear(request)
        if not isinstance(request, Start):
            said.append(asked.think())
            assert isinstance(said[-1], str)
        drawn = isinstance(request, Event) and request.tile is not None
        asked.answered(PLAYS[5] if drawn else PASSING)
    assert said == ["PASS", "PLAY " + code_of(5), "PASS"]
    last = player.debug
    if mode == "keep":
        assert "3 2 DRAW" in last and "2 W6" not in last
    else:
        assert '"responses":["PASS","PASS","PLAY W6"]' in last
    assert asked.faults == []
    asked.close()


def test_an_answer_that_did_not_count_is_told_as_what_did(tmp_path: Path) -> None:
    """A program that says PASS to everything: its drawn tile is played, and it hears that."""
    asked, player = bot("honest.py", "json", "keep", keep=True)
    asked.hear(Event(DRAW, 1, 5))
    assert asked.think() == "PLAY W6"
    asked.answered(PLAYS[7])
    assert [fault.verdict for fault in asked.faults] == ["WA"]
    asked.hear(Event(DRAW, 2))
    assert asked.think() == "PASS"
    assert '"responses":["PLAY W8"]' in player.debug
    asked.answered(PASSING)
    assert len(asked.faults) == 1
    asked.close()


@pytest.mark.parametrize(("fault", "verdict"), [("dies", "RE"), ("says nonsense", "NJ")])
def test_a_broken_program_does_not_end_the_game(tmp_path: Path, fault: str, verdict: str) -> None:
    table = table_with(tmp_path, "program:bad", Programs([f"bad=cmd:{PROGRAMS}/faulty.py {fault}"]))
    # Every answer costs a start: a few turns, then the rest without it.
    for _ in range(12):
        if not table.hand.is_over:
            play_one_turn(table, random.Random(1))
    assert {one.verdict for one in table.hand.programs[1].faults} == {verdict}
    assert not table.hand.is_over
    table.hand.close()


def test_faults_are_not_forgotten_when_the_server_is_another_one(tmp_path: Path) -> None:
    programs = Programs([f"bad=cmd:{PROGRAMS}/faulty.py dies"])
    table = table_with(tmp_path, "program:bad", programs)
    store = PlayStore(tmp_path / "t.db")
    chance = random.Random(1)
    for _ in range(3):
        for _ in range(3):
            play_one_turn(table, chance)
        known = table.hand.programs[1].faults
        table.hand.close()
        table = restored(store, table.id, tmp_path / "saved", programs)
        assert table.hand.programs[1].faults == known
    assert len(known) == 10 and {fault.verdict for fault in known} == {"RE"}
    table.hand.close()
    # And when it is over: the same is said of it.
    table.hand.programs.clear()
    table.hand.tactics[1] = tactics.load("random", seed=1)
    play_hand(table, chance)
    told = restored(store, table.id, tmp_path / "saved", programs).message(0)["result"]["faults"]
    assert [(seat, count) for seat, count, _ in told] == [(1, 10)]
    assert told[0][2].startswith("RE: exit status")
    store.close()


def test_it_is_ended_while_it_thinks(mark: str) -> None:
    """Though it may think for a minute by its limits: who stops the server does not wait."""
    asked, player = bot("faulty.py", "hangs")
    asked.hear(Start(1, 0))
    thinking = Thread(target=asked.think)
    thinking.start()
    assert eventually(lambda: bool(programs_of(mark)))
    asked.close()  # Returns at once; the thinking thread ends it.
    thinking.join(20)
    assert not thinking.is_alive()
    assert not player.process and marked(mark) == {}
    assert asked.think() == Fault("RE", "the hand is over")


def test_a_program_plays_again_on_the_same_wall(tmp_path: Path) -> None:
    programs = Programs([f"mine={GREEDY}"])
    table = table_with(tmp_path, "program:mine", programs)
    played(table)
    rows = []
    for players in (table.settings.players, (PERSON, "greedy", "random", "greedy")):
        kept = table.kept_hand(0)
        instead = HandInstead(players, 0, kept, 0, "greedy", programs=programs)
        while not instead.is_over:
            instead.go_on()
        rows.append(instead.match("again", ()).responses)
    assert rows[0] == rows[1]


def test_nothing_is_left_when_tables_stop(tmp_path: Path, mark: str) -> None:
    async def play() -> None:
        with live_tables(tmp_path, programs=Programs([f"mine={GREEDY}"])) as tables:
            settings = TableSettings((PERSON, *["program:mine"] * 3), pace=0, wall_seed=1)
            running = await opened(tables, settings)
            hand = running.table.hand
            await until(running, lambda: 0 in hand.open_seats() and hand.turn > 1)
            assert len(programs_of(mark)) == 3

    alone(play())
    assert eventually(lambda: marked(mark) == {})


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["greedy"], "no program"),
        (["keep:/no/such/bot"], "no such program"),
        (["sh:sh"], "no such kind"),
        (["human=cmd:sh"], "not a name"),
        (["odds=cmd:sh"], "not a name"),
        (["cmd:sh", "cmd:sh"], "two programs"),
        (["x" * 25 + "=cmd:sh"], "not a name"),
        (["cmd:"], "missing after the colon"),
    ],
)
def test_words_that_name_no_program(words: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Programs(words)


def test_programs_have_names(tmp_path: Path) -> None:
    programs = Programs(["cmd:sh", "mine=keep:sh -c x", f"keep:{sys.executable} {__file__}"])
    assert programs.names == ("sh", "mine", "test_program_bot.py")
    programs.check(("human", "odds", "program:mine"))
    with pytest.raises(MissingProgramError) as missing:
        programs.check(("human", "odds", "program:other"))
    assert missing.value.name == "other"
    with pytest.raises(ValueError, match="no program"):
        check_program("odds")
