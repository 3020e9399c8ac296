"""What one seat saw, replayed: the frames of the match without what it could not see."""

import pytest

from mj_bot.tactics import load
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.choices import choices_of_seat
from mj_lab.explain.review.replay.frames import FACE_DOWN, Frame, frames_of, frames_of_seat
from mj_lab.explain.review.replay.match_page import replay_data, replay_page
from tests.mj_lab.conftest import Open
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.explain.review.replay.conftest import hold_key

FOUR_HIDDEN = ["GANG", [], -1, 1, 0]


def seen_by(frame: Frame, seat: int) -> Frame:
    """A frame of the whole match as one seat sees it."""
    own = frame["seat"] == seat
    hidden_draw = frame["kind"] == "DRAW" and not own
    concealed = frame["kind"] == "GANG" and "claimed" not in frame and not own
    hands = [
        hand if owner == seat else [None] * len(hand) for owner, hand in enumerate(frame["hands"])
    ]
    melds = [
        [FOUR_HIDDEN if meld[3] and owner != seat else meld for meld in melds]
        for owner, melds in enumerate(frame["melds"])
    ]
    seen = {**frame, "hands": hands, "melds": melds}
    if hidden_draw or concealed:
        seen["tile"] = None
    return {**seen, "drawn": FACE_DOWN} if hidden_draw else seen


@pytest.mark.parametrize("flowers", [False, True])
def test_the_frames_are_those_of_the_match_with_the_hidden_left_out(
    flowers: bool, flowers_and_kongs: Match
) -> None:
    kinds = set()
    for match in (*judged_games(4, flowers, seed="seats"), *[flowers_and_kongs] * flowers):
        whole = frames_of(match)[:-1]
        kinds |= {frame["kind"] for frame in whole}
        for seat in range(4):
            expected = [seen_by(one, seat) for one in whole]
            found = frames_of_seat(seat_of(match, seat))
            if match is flowers_and_kongs:  # Its deals list nobody's flowers but one's own.
                found = [{**frame, "flowers": None} for frame in found]
                expected = [{**frame, "flowers": None} for frame in expected]
            assert found == expected
    assert {"DEAL", "DRAW", "PLAY", "CHI", "PENG"} <= kinds
    assert flowers == ({"BUHUA", "GANG", "BUGANG"} <= kinds)


def test_its_decisions_are_those_of_the_match() -> None:
    for match in judged_games(3, seed="decisions"):
        for seat in range(4):
            view = seat_of(match, seat)
            data = replay_data(view, seat, load("greedy"), "greedy")
            assert data["decisions"] == choices_of_seat(match, seat, load("greedy"))
            assert data["match"]["quan"] == match.quan
            assert data["match"]["scores"] == list(match.scores)


def test_another_seat_is_not_on_record() -> None:
    (match,) = judged_games(1)
    with pytest.raises(ValueError, match="only seat 2 is on record, not seat 0"):
        replay_page(seat_of(match, 2), 0, load("greedy"), "greedy")


def test_the_page_shows_every_step_of_it(show: Open) -> None:
    (match,) = judged_games(1, seed="page")
    view = seat_of(match, 1)
    frames = frames_of_seat(view)
    page = show(view, load("greedy"), 1, 0)
    told = hold_key(page, "ArrowRight", len(frames) - 1)
    for frame, tiles in zip(frames[1:], told, strict=True):
        if frame["kind"] == "DRAW" and frame["seat"] != 1:
            assert tiles == 1
    assert page.inner_text("#event .step").startswith(f"{len(frames)} /")
    drawn = frames[-1]["drawn"] is not None
    assert page.locator("#own .tile").count() == len(frames[-1]["hands"][1]) + drawn
