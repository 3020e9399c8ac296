"""Strings to records and back: every recorded one, every possible one, and nothing else."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HU,
    PASS,
    PENG,
    PLAY,
    Action,
    Deal,
    Event,
    Request,
    Start,
    chow_offer,
    format_request,
    format_response,
    parse_request,
    parse_response,
    read_answer,
)
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from tests.recorded import Recorded

MATCH_FILES = ("botzone_matches", "judged_games", "rare_games")

seats = st.integers(0, 3)
tiles = st.integers(0, TILE_KINDS - 1)
middles = st.sampled_from(CHOW_MIDDLES)
flowers = st.integers(TILE_KINDS, TILE_KINDS + 7)

events = st.one_of(
    st.tuples(st.sampled_from([PLAY, PENG, BUGANG]), seats, tiles),
    st.tuples(st.sampled_from([DRAW, GANG]), seats),
    st.tuples(st.just(CHI), seats, tiles, middles),
    st.tuples(st.just(BUHUA), seats, flowers),
).map(lambda fields: Event(*fields))
actions = st.one_of(
    st.tuples(st.sampled_from([PASS, HU, GANG])),
    st.tuples(st.sampled_from([PLAY, PENG, GANG, BUGANG]), tiles),
    st.tuples(st.just(CHI), tiles, middles),
).map(lambda fields: Action(*fields))
KINDS = [PASS, PLAY, CHI, PENG, GANG, BUGANG, HU, DRAW, BUHUA]
words = st.sampled_from(
    [*"01234", "-1", "+1", "²", "٣", *KINDS, "W1", "W2", "W9", "B5", "T8", "F4", "J3", "H1", "W0"]
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Deal, int]:
    """A deal and the seat that it goes to; the flowers of all are listed, or its own."""
    counts = draw(st.tuples(*[st.integers(0, 8)] * 4))
    seat = draw(seats)
    size = draw(st.sampled_from([sum(counts), counts[seat]]))
    own = tuple(draw(st.lists(flowers, min_size=size, max_size=size)))
    hand = tuple(draw(st.lists(tiles, min_size=13, max_size=13)))
    return Deal(counts, hand, own), seat


@pytest.mark.parametrize("name", MATCH_FILES)
def test_recorded_strings_come_back_the_same(recorded: Recorded, name: str) -> None:
    """What the four seats are sent is one record, but for the tile that only its drawer sees."""
    for match in recorded(name):
        turns = zip(match["requests"], match["responses"], strict=True)
        for turn, (asked, answered) in enumerate(turns, 1):
            requests = [parse_request(text, seat) for seat, text in enumerate(asked)]
            assert [format_request(*one) for one in zip(requests, range(4), strict=True)] == asked
            assert turn < 3 or len({request[:2] for request in requests}) == 1, asked
            for seat, text in enumerate(answered):
                try:
                    assert format_response(parse_response(text)) == text
                except ValueError:
                    # Some games end by nonsense: then it is that seat's fault.
                    assert turn == len(match["responses"])
                    assert match["result"]["action"] == "WA" and match["result"]["player"] == seat


@given(st.one_of(st.tuples(st.one_of(events, st.builds(Start, seats, seats)), seats), deals()))
def test_every_request_comes_back(sent: tuple[Request, int]) -> None:
    request, seat = sent
    assert parse_request(format_request(request, seat), seat) == request


@given(seats, tiles, seats)
def test_only_the_drawer_sees_the_tile(drawer: int, tile: int, seat: int) -> None:
    seen = parse_request(format_request(Event(DRAW, drawer, tile), seat), seat)
    assert seen == Event(DRAW, drawer, tile if seat == drawer else None)


@given(actions)
def test_every_action_comes_back(action: Action) -> None:
    assert parse_response(format_response(action)) == action
    assert str(action) == format_response(action)
    assert read_answer(str(action)) == read_answer(str(action).split()) == action


@given(st.one_of(st.text(), st.lists(words, max_size=20).map(" ".join)), seats)
def test_junk_is_a_value_error_and_nothing_else(text: str, seat: int) -> None:
    requests: list[Request] = []
    answers: list[Action] = []
    try:
        requests.append(parse_request(text, seat))
    except ValueError as error:
        assert len(str(error)) < 200
    try:
        answers.append(parse_response(text))
    except ValueError as error:
        assert len(str(error)) < 200
    # What is understood is understood for good: printed, it means the same.
    for request in requests:
        assert parse_request(format_request(request, seat), seat) == request
    for action in answers:
        assert parse_response(format_response(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2",
        "2 H1",
        "2 W1 W2",
        "0 4 0",
        "0 0",
        "1 0 0 0 0",
        "1 0 0 0 9 " + "W1 " * 13,
        "1 1 0 0 0 " + "W1 " * 13 + "H1 H2",
        "1 1 2 0 0 " + "W1 " * 13 + "H1 H2",
        "3 1",
        "3 4 DRAW",
        "3 1 PLAY",
        "3 1 PLAY H1",
        "3 1 CHI W1 W2",
        "3 1 CHI F2 W2",
        "3 1 BUHUA W1",
        "3 1 HU",
        "4 1 DRAW",
    ],
)
def test_no_request(text: str) -> None:
    with pytest.raises(ValueError):
        parse_request(text)


@pytest.mark.parametrize("text", ["", "PLAY", "PASS W1", "CHI W2", "CHI W1 W2", "HU W1", "PENG H1"])
def test_no_response(text: str) -> None:
    with pytest.raises(ValueError):
        parse_response(text)


def test_the_fan_of_a_win_is_not_sent() -> None:
    win = Action(HU, fan=24)
    assert read_answer("HU 24") == read_answer(("HU", 24)) == win
    assert win.same(Action(HU)) and str(win) == "HU"
    assert not Action(PLAY, 1).same(Action(PLAY, 2))


def test_the_offer_of_a_chow_is_the_place_in_its_run() -> None:
    for middle, claimed in product(CHOW_MIDDLES, range(TILE_KINDS)):
        run = Meld(CHI, middle, 2).tiles()
        offer = chow_offer(middle, claimed)
        assert offer == (run.index(claimed) + 1 if claimed in run else 0)
        if offer:
            assert Meld(CHI, middle, offer).claimed == claimed
