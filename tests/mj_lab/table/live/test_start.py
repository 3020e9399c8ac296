"""Which matches are asked for, and when."""

import json

import pytest

from mj_lab.table.live.start import Starter, order_of


def test_headers() -> None:
    headers = order_of("a, b,me,d", '{"quan": 1,\n "x": "国"}').headers()
    assert [headers[f"X-Player-{slot}"] for slot in range(4)] == ["a", "b", "me", "d"]
    assert headers["X-Game"] == "Chinese-Standard-Mahjong"
    assert headers["X-Initdata"].isascii()
    assert json.loads(headers["X-Initdata"]) == {"quan": 1, "x": "国"}


def test_three_bots_sit_after_the_client() -> None:
    assert order_of("a,b,c").players == ("me", "a", "b", "c")
    assert "X-Initdata" not in order_of("a,b,c").headers()


@pytest.mark.parametrize(
    "players", ["", "a", "a,b", "a,b,c,d", "me,me,a,b", "a,b,c,d,me", "a,b,,c"]
)
def test_other_players_are_refused(players: str) -> None:
    with pytest.raises(ValueError, match="three bot ids|no bot id"):
        order_of(players)


def test_a_header_cannot_be_smuggled_in() -> None:
    with pytest.raises(ValueError, match="no bot id"):
        order_of("a,b,c\r\nX-Other: 1")


@pytest.mark.parametrize("initdata", ["{", "[1]", "text"])
def test_other_initdata_is_refused(initdata: str) -> None:
    with pytest.raises(ValueError, match="--initdata"):
        order_of("a,b,c", initdata)


def test_so_many_at_once_and_in_all() -> None:
    starter = Starter(order_of("a,b,c"), matches=5, at_once=2)
    assert starter.wants_one(0, running=0, seen=0)
    starter.started(0)
    assert starter.wants_one(0, running=0, seen=0)
    starter.started(0)
    assert not starter.wants_one(0, running=0, seen=0)  # Two are on their way.
    assert not starter.wants_one(0, running=2, seen=2)
    assert starter.wants_one(0, running=1, seen=2)
    assert starter.wants_one(0, running=0, seen=4)
    starter.started(0)
    assert not starter.wants_one(0, running=0, seen=4)
    assert not starter.wants_one(0, running=0, seen=5)


def test_a_match_that_never_shows_is_started_again() -> None:
    starter = Starter(order_of("a,b,c"), matches=1, at_once=1, patience=100)
    starter.started(0)
    assert not starter.wants_one(99, running=0, seen=0)
    assert starter.wants_one(100, running=0, seen=0)
    assert starter.vanished == 1
