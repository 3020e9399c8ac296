"""The client against a Botzone of our own: real HTTP on this machine, judged games behind it."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.game.result import WRONG_ACTION, WRONG_WIN
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.matches import recorded_in
from mj_lab.explain.review.replay.frames import frames_of_seat
from mj_lab.table.live.client import LocalAI, RefusedError
from mj_lab.table.live.loop import WaitTimes
from mj_lab.table.live.matches.sessions import Patience
from mj_lab.table.live.stand_in import faults as kinds
from mj_lab.table.live.stand_in.faults import Faults
from mj_lab.table.live.stand_in.match import FakeMatch
from mj_lab.table.live.stand_in.tables import Rules
from mj_lab.table.live.start import order_of
from tests.mj_lab.table.live.conftest import play, reply, scripted, serve

TURN_SECONDS = 60.0  # Only a lost answer takes so long.

# Those that take the client's whole waiting time come less often.
RATES = {kind: 0.006 if kind in kinds.COSTLY else 0.02 for kind in kinds.ALL}


def agrees(match: FakeMatch, record: dict[str, Any]) -> None:
    """The client has seen the match as the judge has: nothing lost, nothing twice."""
    assert record["requests"] == match.requests
    assert record["responses"] == match.responses
    assert record["scores"] == match.game.scores
    assert (record["slot"], record["end"], record["known"]) == (match.slot, "finished", True)


def saved(folder: Path) -> dict[str, Any]:
    return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}


@pytest.mark.slow
def test_two_hundred_matches_and_everything_that_can_go_wrong(tmp_path: Path) -> None:
    faults = Faults(RATES, seed=1)
    rules = Rules(matches=200, at_once=20, turn_seconds=TURN_SECONDS)
    with serve(rules, faults) as server:
        played = play(server, matches=200, save=tmp_path)
    assert played.done
    records = saved(tmp_path)
    assert records.keys() == server.played.keys() == server.reported
    for match_id, match in server.played.items():
        agrees(match, records[match_id])
    assert played.totals["finished"] == 200
    assert played.totals["faults"] == played.totals["unknown"] == 0
    assert set(faults.drawn) == set(kinds.ALL)
    # The oracle is not one-sided: some of the games were won by the client, some lost.
    assert len({match.game.scores[match.slot] > 0 for match in server.played.values()}) == 2


ONCE = [kinds.ERROR_BEFORE, kinds.CUT_BEFORE, kinds.ERROR_AFTER, kinds.CUT_AFTER]
ONCE += [kinds.REPEATED, kinds.SHUFFLED]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rules", "faults", "options"),
    [
        # It takes any answer for the newest request: one that is sent twice would be another's.
        (
            Rules(matches=12, naive=True),
            Faults({kind: RATES[kind] * 2 for kind in kinds.FOR_NAIVE}, seed=2),
            {"patience": Patience(doubt=5, doubt_known=5)},
        ),
        # It sends every request once, and knows when its reply is lost, but not that the answers
        # are: they must come again. A poll that the client breaks off would lose what is in it.
        (
            Rules(matches=6, once=True, hold=0.05),
            Faults(dict.fromkeys(ONCE, 0.02), seed=3),
            {
                "waits": WaitTimes(poll=5, first=0.005, idle=0.001, longest_idle=0.01),
                "patience": Patience(doubt=0.3, doubt_known=0.3),
            },
        ),
        (Rules(matches=6, think=0.004), Faults(RATES, seed=4), {}),
    ],
    ids=["naive", "once", "slow players"],
)
def test_servers_of_other_kinds(rules: Rules, faults: Faults, options: dict[str, Any]) -> None:
    rules = rules._replace(at_once=6, turn_seconds=TURN_SECONDS)
    with serve(rules, faults) as server:
        played = play(server, matches=rules.matches, **options)
    assert len(server.played) == rules.matches
    for match_id, match in server.played.items():
        (record,) = played.notes.records[match_id]
        agrees(match, json.loads(json.dumps(record.as_json())))


@pytest.mark.thorough
def test_a_reply_that_is_lost_is_not_waited_for_as_long_as_a_slow_one() -> None:
    """A poll may be silent for a minute; one that carries answers is soon seen to be lost."""
    lost = Faults.of_rate(0.04, kinds=(kinds.SILENT_BEFORE, kinds.SILENT_AFTER))
    waits = WaitTimes(poll=60, answered=0.1, first=0.005, idle=0.001, longest_idle=0.01)
    began = monotonic()
    with serve(Rules(matches=2, at_once=2), lost) as server:
        played = play(server, matches=2, waits=waits)
    assert played.totals["finished"] == 2 and played.totals["faults"] == 0
    assert lost.drawn.total() > 3
    assert monotonic() - began < 30


def during(poll: int, happens: Callable[[], object]) -> Callable[[LocalAI], Any]:
    """`around` of `play`: calls as they are, but in the middle of one something happens."""

    def around(calls: LocalAI) -> Any:
        polls = count(1)

        def polled(answers: dict[str, str], seconds: float) -> Any:
            got = calls.poll(answers, seconds)
            if next(polls) == poll:
                happens()
            return got

        return SimpleNamespace(poll=polled)

    return around


def ctrl_c() -> None:
    raise KeyboardInterrupt


def test_a_client_that_starts_anew_in_the_middle(tmp_path: Path) -> None:
    with serve(Rules(matches=12, at_once=6, turn_seconds=TURN_SECONDS)) as server:
        first = play(server, around=during(30, ctrl_c), save=tmp_path)
        second = play(server, matches=12, save=tmp_path)
    assert (first.done, second.done) == (False, True)
    assert first.totals["unfinished"] == second.totals["unknown"] == 6
    records = saved(tmp_path)
    for match in server.played.values():
        early, late = records[match.id], records.get(match.id + "-2")
        if late is None:
            agrees(match, early)
            continue
        assert early["end"] == "interrupted"
        assert "joined in the middle" in late["marks"][0]
        assert not late["known"]
        assert late["scores"] == match.game.scores
        result = match.result
        assert result is not None
        assert (result.action in (WRONG_ACTION, WRONG_WIN) and result.player == match.slot) is False
        # The first client's last answer arrived, so the second begins with the next request.
        assert match.requests == early["requests"] + late["requests"]
        assert match.responses == early["responses"] + late["responses"]


def killed() -> None:
    raise MemoryError  # No handler of the client's: nothing is sent or saved any more.


def test_a_client_that_was_killed_goes_on_with_its_matches(tmp_path: Path) -> None:
    with serve(Rules(matches=12, at_once=6, turn_seconds=TURN_SECONDS)) as server:
        with pytest.raises(MemoryError):
            play(server, around=during(30, killed), save=tmp_path)
        left = sorted(tmp_path.glob("*.running.json"))
        assert {path.stat().st_mode & 0o777 for path in left} == {0o600}
        for path in left:  # Half a match, which can be replayed as far as it goes.
            (record,) = recorded_in(path)
            assert isinstance(record.game, SeatRecord)
            assert len(frames_of_seat(record.game)) == len(record.game.requests) - 1 > 2
        second = play(server, matches=12, save=tmp_path)
    assert len(left) == 6 and second.done
    assert second.totals["finished"] == 12 and second.totals["unknown"] == 0
    records = saved(tmp_path)
    assert records.keys() == server.played.keys()
    for match_id, match in server.played.items():
        agrees(match, records[match_id])


def test_a_start_that_botzone_does_not_take() -> None:
    order = order_of("a,b,c", '{"walltiles": "W1"}')
    with serve(Rules()) as server, pytest.raises(RefusedError, match=r"no match.*status 400"):
        play(server, matches=1, order=order)


def test_an_aborted_match() -> None:
    with serve(Rules(matches=2, at_once=2)) as server:
        abort = during(10, lambda: server.abort(min(server.played)))
        played = play(server, matches=2, around=abort)
    ends = Counter(record.end for (record,) in played.notes.records.values())
    assert ends == {"aborted": 1, "finished": 1}
    assert played.totals["aborted"] == 1


class FakeUrl:
    """As much of a server as a client needs."""

    def __init__(self, url: str) -> None:
        self.url = url


def test_being_kicked_ends_clearly(tmp_path: Path) -> None:
    told = pytest.raises(RefusedError, match=r"kicked after \d+ polls, with 3 matches in play")
    with serve(Rules(matches=3, at_once=3)) as server, told:
        play(server, around=during(20, server.kick), save=tmp_path)
    assert [record["end"] for record in saved(tmp_path).values()] == ["refused"] * 3


def test_a_server_that_is_no_botzone() -> None:
    refused = pytest.raises(RefusedError, match="no Botzone there")
    with scripted([reply("<html>Welcome</html>")]) as (url, heads), refused:
        play(FakeUrl(url))
    assert len(heads) == 8


def test_nobody_there() -> None:
    with scripted([None]) as (url, _):
        pass
    with pytest.raises(RefusedError, match="no Botzone there: no connection"):
        play(FakeUrl(url))


def test_a_busy_server_is_asked_again() -> None:
    busy = reply("busy", "503 Service Unavailable")
    with scripted([*[busy] * 12, reply("0 1\nab 0 4 24 -8 -8 -8")]) as (url, heads):
        played = play(FakeUrl(url), matches=1)
    assert played.done
    assert len(heads) == 13
    assert any("status 503: busy" in line for line in played.notes.connections)


def test_a_folder_that_cannot_be_written_costs_no_match(tmp_path: Path) -> None:
    with serve(Rules(matches=2)) as server:
        played = play(server, matches=2, save=tmp_path / "none")
    assert played.client.unsaved == 2
    assert played.totals["finished"] == 2
