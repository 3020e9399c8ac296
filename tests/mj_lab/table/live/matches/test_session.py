"""One match at the client: what is new, what is old, when an answer is sent again."""

import gc
import weakref
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mj_bot.botzone.bot import Settings
from mj_bot.events import format_request, parse_response
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.table.live.matches.sessions import REMEMBERED, Patience, Sessions
from mj_lab.table.live.protocol import Finished, PollReply

NOTHING = PollReply()


def seat_view(seed: int, seat: int) -> tuple[list[str], list[str]]:
    """What one seat of a game of four `random` is asked, and what it answers."""
    requests, responses = [], []

    def watch(game: Game, replies: Any) -> None:
        requests.append(format_request(game.request_for(seat), seat))
        responses.append(str(replies[seat]))

    # Without a seed: a live client's tactic has none.
    play(Game(wall_of_seed(seed)), [player_of("random")(0) for _ in range(4)], watch)
    return requests, responses


def sessions(**patience: float) -> Sessions:
    return Sessions(Settings("random"), Patience(**patience))


def asked(text: str) -> PollReply:
    return PollReply((("m", text),))


def feed(table: Sessions, texts: list[str], now: float = 0.0) -> dict[str, str]:
    """All that arrives and is answered in order; the last answer, not yet sent."""
    for text in texts:
        table.answers(now)
        table.take(asked(text), now)
        table.decide()
    return table.answers(now)


def test_a_match_is_answered_as_the_tactic_does() -> None:
    requests, responses = seat_view(3, 2)
    table = sessions()
    sent = []
    for text in requests:
        table.take(asked(text), 0.0)
        assert table.decide() == 1
        sent.append(table.answers(0.0))
    assert sent == [{"m": response} for response in responses]
    (record,) = table.take(PollReply((), (Finished("m", 2, (1, 2, 3, 4)),)), 1.0)
    assert record.known
    assert (list(record.requests), list(record.responses)) == (requests, responses)
    assert (record.score, record.end, table.running) == (3, "finished", {})


def test_an_answer_is_sent_once_if_the_poll_works_and_at_once_if_it_certainly_did_not() -> None:
    table = sessions()
    assert feed(table, ["0 0 0"]) == {"m": "PASS"}
    table.failed(1.0, is_lost=True)
    assert table.answers(1.0) == {"m": "PASS"}
    table.take(NOTHING, 1.0)
    assert table.answers(100.0) == {}


def test_a_doubtful_answer_waits_for_botzone_to_ask() -> None:
    table = sessions(doubt=2)
    feed(table, ["0 0 0"])
    table.failed(1.0, is_lost=False)
    assert table.answers(1.0) == {}
    assert table.next_due() == 3.0
    table.take(asked("0 0 0"), 1.1)
    assert table.decide() == 0
    assert table.answers(1.1) == {"m": "PASS"}


def test_a_doubtful_answer_is_sent_at_last() -> None:
    table = sessions(doubt=2)
    feed(table, ["0 0 0"])
    for now, due in ((0.0, 2.0), (2.0, 10.0), (10.0, 42.0)):  # Each time it is held back longer.
        table.failed(now, is_lost=False)
        assert table.answers(due - 0.1) == {}
        assert table.answers(due) == {"m": "PASS"}


def test_a_doubtful_answer_had_arrived() -> None:
    table = sessions(doubt=2)
    requests, responses = seat_view(1, 0)
    assert feed(table, requests[:3]) == {"m": responses[2]}
    table.failed(0.0, is_lost=False)
    assert table.answers(0.0) == {}
    table.take(asked(requests[3]), 0.5)
    table.decide()
    assert table.answers(0.5) == {"m": responses[3]}


def test_a_late_copy_is_not_answered() -> None:
    table = sessions(doubt=2)
    requests, responses = seat_view(1, 0)
    feed(table, requests[:3])
    table.take(NOTHING, 0.0)  # It has arrived.
    table.take(asked(requests[2]), 0.1)
    assert table.answers(0.1) == {}
    table.take(asked(requests[1]), 0.2)
    assert table.answers(0.2) == {}
    table.take(asked(requests[3]), 0.3)
    assert table.decide() == 1
    assert table.running["m"].known
    assert table.answers(0.3) == {"m": responses[3]}
    assert table.totals.repeated == 2


def test_a_request_that_comes_twice_again_is_answered_again() -> None:
    table = sessions(doubt=2)
    feed(table, ["0 0 0"])
    table.take(asked("0 0 0"), 0.0)
    assert table.answers(0.0) == {}
    table.take(asked("0 0 0"), 0.0)
    assert table.answers(0.0) == {"m": "PASS"}


def test_joined_in_the_middle() -> None:
    requests, _ = seat_view(1, 0)
    draws = [place for place, text in enumerate(requests) if text.startswith("2 ")]
    table = sessions()
    sent = [feed(table, [text])["m"] for text in requests[draws[1] :]]
    for text, answer in zip(requests[draws[1] :], sent, strict=True):
        assert answer == (text.replace("2 ", "PLAY ") if text.startswith("2 ") else "PASS")
    (record,) = table.take(PollReply((), (Finished("m", 0, None),)), 1.0)
    assert not record.known
    assert record.marks == (f"joined in the middle, at {requests[draws[1]]!r}",)
    assert record.end == "aborted"


def test_a_missed_request_ends_the_knowledge_but_not_the_match() -> None:
    requests, responses = seat_view(1, 0)
    draw = [place for place, text in enumerate(requests) if text.startswith("2 ")][4]
    table = sessions()
    feed(table, requests[: draw - 1])
    assert feed(table, [requests[draw]]) == {"m": requests[draw].replace("2 ", "PLAY ")}
    session = table.running["m"]
    assert not session.known
    assert "a request was missed" in session.marks[0]
    assert feed(table, [requests[draw + 1]]) == {"m": "PASS"}


TEXTS = [
    "0 0 0",
    "1 0 0 0 0" + " W1 B1 T1" * 4 + " J1",
    "2 W1",
    "3 1 DRAW",
    "3 1 PLAY W1",
    "3 0 GANG",
]


@given(st.lists(st.sampled_from(TEXTS) | st.text(max_size=20), min_size=1, max_size=20))
def test_whatever_comes_is_answered_in_form(texts: list[str]) -> None:
    table = sessions()
    for text in texts:
        table.answers(0.0)
        table.take(asked(text), 0.0)
        table.decide()
    session = table.running["m"]
    assert len(session.responses) == len(session.requests) > 0
    for response in session.responses:
        parse_response(response)
    assert texts[:1] == TEXTS[:1] or not session.known


def test_an_old_request_is_believed_when_it_keeps_coming() -> None:
    requests, _ = seat_view(1, 0)
    table = sessions()
    feed(table, requests[:5])
    for _ in range(3):
        assert feed(table, [requests[3]]) == {}
    assert feed(table, [requests[3]]) != {}
    assert not table.running["m"].known


def test_what_comes_of_a_match_that_is_over_is_left_alone() -> None:
    table = sessions()
    feed(table, ["0 0 0"])
    over = PollReply((("m", "0 0 0"),), (Finished("m", 0, (0, 0, 0, 0)),) * 2)
    assert len(table.take(over, 0.0)) == 1
    assert table.take(over, 0.0) == []
    assert table.running == {}
    assert table.totals.over == 1


def test_a_match_of_which_only_the_end_is_seen() -> None:
    (record,) = sessions().take(PollReply((), (Finished("m", 1, (10, -30, 10, 10)),)), 0.0)
    assert (record.known, record.score, record.is_own_fault) == (False, -30, True)


def test_a_silent_match_is_given_up_and_may_come_back() -> None:
    table = sessions(silence=100)
    feed(table, ["0 0 0"])
    assert table.silent(100.0) == []
    (record,) = table.silent(101.0)
    assert record.end == "silent"
    assert feed(table, ["2 W1"]) == {"m": "PLAY W1"}


def test_nothing_is_kept_of_matches_that_are_over() -> None:
    requests, _ = seat_view(1, 0)
    table = sessions()
    kept: list[weakref.ref[Any]] = []
    for number in range(20):
        for text in requests:
            table.answers(0.0)
            table.take(PollReply(((f"m{number}", text),)), 0.0)
            table.decide()
        session = table.running[f"m{number}"]
        kept += [weakref.ref(session), weakref.ref(session._player)]
        del session
        table.take(PollReply((), (Finished(f"m{number}", 0, (0, 0, 0, 0)),)), 0.0)
    gc.collect()
    assert [one() for one in kept] == [None] * 40


def test_the_memory_of_ended_matches_is_bounded() -> None:
    table = sessions()

    def end(number: int) -> int:
        over = Finished(str(number), 0, (0, 0, 0, 0))
        return len(table.take(PollReply((), (over,)), 0.0))

    for number in range(REMEMBERED + 100):
        assert end(number) == 1
    assert [end(number) for number in (REMEMBERED + 99, 100)] == [0, 0]
    assert end(99) == 1


def test_faults_are_counted_by_their_scores() -> None:
    table = sessions()
    scores = [(10, -30, 10, 10), (-30, 10, 10, 10), (-8, 32, -8, -16), (0, 0, 0, 0)]
    for place, one in enumerate(scores):
        table.take(PollReply((), (Finished(str(place), 1, one),)), 0.0)
    totals = table.totals
    assert (totals.faults, totals.wins, totals.score, totals.finished) == (1, 1, 12, 4)
