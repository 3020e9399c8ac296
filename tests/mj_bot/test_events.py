"""Strings to records and back: every recorded one, every possible one, and nothing else."""

from collections.abc import Callable
from typing import Any

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
)
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS, tile_of

Recorded = Callable[[str], tuple[dict[str, Any], ...]]
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
    for match in recorded(name):
        for asked in match["requests"]:
            for seat, text in enumerate(asked):
                assert format_request(parse_request(text, seat), seat) == text


@pytest.mark.parametrize("name", MATCH_FILES)
def test_recorded_responses_come_back_the_same(recorded: Recorded, name: str) -> None:
    for match in recorded(name):
        for turn, answered in enumerate(match["responses"], 1):
            for seat, text in enumerate(answered):
                try:
                    assert format_response(parse_response(text)) == text
                except ValueError:
                    # Some games end by nonsense: then it is that seat's fault.
                    assert turn == len(match["responses"])
                    assert match["result"]["action"] == "WA" and match["result"]["player"] == seat


@pytest.mark.parametrize("name", MATCH_FILES)
def test_all_seats_are_told_of_one_event(recorded: Recorded, name: str) -> None:
    """What the four seats are sent is one record, but for the tile that only its drawer sees."""
    for match in recorded(name):
        for asked in match["requests"][2:]:
            told = {parse_request(text, seat)[:2] for seat, text in enumerate(asked)}
            assert len(told) == 1, asked


@given(events, seats)
def test_every_event_comes_back(event: Event, seat: int) -> None:
    assert parse_request(format_request(event, seat), seat) == event


@given(seats, tiles, seats)
def test_only_the_drawer_sees_the_tile(drawer: int, tile: int, seat: int) -> None:
    seen = parse_request(format_request(Event(DRAW, drawer, tile), seat), seat)
    assert seen == Event(DRAW, drawer, tile if seat == drawer else None)


@given(st.builds(Start, seats, seats))
def test_every_start_comes_back(start: Start) -> None:
    assert parse_request(format_request(start, 0)) == start


@given(deals())
def test_every_deal_comes_back(deal_to: tuple[Deal, int]) -> None:
    deal, seat = deal_to
    assert parse_request(format_request(deal, seat), seat) == deal


@given(actions)
def test_every_action_comes_back(action: Action) -> None:
    assert parse_response(format_response(action)) == action
    assert str(action) == format_response(action)


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
    assert win.same(Action(HU)) and str(win) == "HU"
    assert not Action(PLAY, 1).same(Action(PLAY, 2))


@given(middles, tiles)
def test_the_offer_of_a_chow_is_the_place_in_its_run(middle: int, claimed: int) -> None:
    run = Meld(CHI, middle, 2).tiles()
    offer = chow_offer(middle, claimed)
    assert offer == (run.index(claimed) + 1 if claimed in run else 0)
    if offer:
        assert Meld(CHI, middle, offer).claimed == claimed


def test_a_chow_does_not_reach_into_the_next_suit() -> None:
    assert chow_offer(tile_of("W8"), tile_of("B1")) == 0
    assert chow_offer(tile_of("T8"), tile_of("F1")) == 0
