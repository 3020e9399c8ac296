"""A hand that begins in a record: every seat knows then what it knew, and no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from mj_bot.actions import action_space
from mj_bot.events import PASSING, SEATS, format_request
from mj_bot.folding.folded_state import FoldedState
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match, MatchPlace
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.hand_in_play import HandInPlay
from mj_lab.table.play.hands.resumed_hand import BegunHand, begin_at
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.table.play.test_hidden_information import other_world
from tests.recorded import Recorded

# All that a state is, but the list of legal actions that it keeps.
FIELDS = [name for name in FoldedState.__slots__ if name != "legal"]
# What lies open on the table.
OPEN = ("kind", "seat", "discards", "walls", "flowers")
# Hands of people, and hands whose record has no wall.
PEOPLE = ("tziakcha_match.json", "salasasa_match.json", "salasasa_native.json")


def begun_at(match: Match, seat: int, turn: int, seed: int = 0) -> tuple[BegunHand, HandInPlay]:
    begun = begin_at(match, seat, turn, random.Random(seed))
    return begun, HandInPlay((), 0, {}, begun=begun)


def turns_of(match: Match, seat: int) -> list[int]:
    return [decision.turn for decision in decisions_of_seat(match, seat)]


def check_moment(match: Match, seat: int, turn: int) -> None:
    """All four seats know what their records say that they knew; this one is asked."""
    _, hand = begun_at(match, seat, turn)
    assert hand.turn == turn and seat in hand.open_seats()
    for one in range(SEATS):
        known = next(state for place, state in seat_of(match, one).states() if place == turn)
        ours = hand.sights[one].state
        assert [getattr(ours, name) for name in FIELDS] == [
            getattr(known, name) for name in FIELDS
        ], (match.id, seat, turn, one)
        assert action_space(ours) == action_space(known)
    event = hand.game.event
    assert event is not None
    # Who watches sees what another seat than the acting one sees beside its hand.
    other = hand.sights[(event.seat + 1) % SEATS].frame()
    public = hand.public.frame()
    assert [public[key] for key in OPEN] == [other[key] for key in OPEN]


def check_moments(matches: Sequence[Match], seed: int) -> int:
    """For every seat its first decision, its last and any."""
    chance, count = random.Random(seed), 0
    for match in matches:
        for seat in range(SEATS):
            turns = turns_of(match, seat)
            for turn in {*turns[:1], *turns[-1:], *chance.sample(turns, min(1, len(turns)))}:
                check_moment(match, seat, turn)
                count += 1
    return count


@pytest.mark.foreign
@pytest.mark.parametrize("name", PEOPLE)
def test_peoples_hands_begin_as_they_were(data_folder: Path, name: str) -> None:
    """Common walls, claims that another came before."""
    matches = list(read_matches(data_folder / name))
    assert check_moments(matches, seed=1) > 60


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games", "rare_games", "faulty_games"])
def test_recorded_matches_begin_as_they_were(recorded: Recorded, name: str) -> None:
    matches = [Match.model_validate(line) for line in recorded(name)[:12]]
    assert check_moments(matches, seed=2) > 30


@pytest.mark.parametrize("common", [False, True])
def test_games_with_flowers_begin_as_they_were(common: bool) -> None:
    assert check_moments(list(judged_games(6, True, common_wall=common)), seed=3) > 40


# -- what nobody drew -----------------------------------------------------------------------------


@pytest.mark.parametrize("common", [False, True])
def test_where_no_wall_is_on_record_the_rest_is_dealt_anew(common: bool) -> None:
    """The same tiles; those that were drawn at their places, the others anywhere else."""
    # The one that ends first leaves most.
    match = min(judged_games(12, common_wall=common), key=lambda one: len(one.requests))
    match = match.model_copy(update={"wall_known": False})
    seat, turn = 0, turns_of(match, 0)[-1]
    walls = []
    for seed in range(3):
        begun, hand = begun_at(match, seat, turn, seed)
        assert not begun.wall_known and begun.match.wall_known
        assert Counter(begun.match.wall) == Counter(match.wall)
        # The whole record is what the judge makes of this wall too.
        assert disagreement(match.model_copy(update={"wall": begun.match.wall})) is None
        walls.append(begun.match.wall)
        check_moment(match, seat, turn)
        assert hand.turn == turn
    assert len(set(walls)) == 3
    known = begin_at(match.model_copy(update={"wall_known": True}), seat, turn, random.Random(1))
    assert known.wall_known and known.match.wall == match.wall


# -- what a seat may not know ---------------------------------------------------------------------


def in_other_world(match: Match, seat: int, turn: int, chance: random.Random) -> Match:
    """The record up to this turn, all dealt anew that the seat cannot know then.

    A claim that came to nothing may be none there.
    """
    game = match.game()
    for place in range(turn):
        game.submit(match.replies(place))
    wall = other_world(game, seat, chance)
    other, requests, responses = Game(wall, match.quan), [], []
    for place in range(turn + 1):
        asked = [format_request(other.request_for(one), one) for one in range(SEATS)]
        given = list(match.responses[place])
        following = match.requests[place + 1][0].split() if place < turn else []
        for one in range(SEATS):
            counted = len(following) > 1 and following[1] == str(one)
            if one != seat and not counted:
                given[one] = str(PASSING)
        requests.append(tuple(asked))
        responses.append(tuple(given))
        if place < turn:
            other.submit(given)
    return match.model_copy(
        update={"wall": wall, "requests": tuple(requests), "responses": tuple(responses)}
    )


def test_what_a_seat_knows_does_not_depend_on_hidden_tiles() -> None:
    chance, differing = random.Random(4), 0
    for match in judged_games(9):
        for seat in range(SEATS):
            turn = chance.choice(turns_of(match, seat))
            other = in_other_world(match, seat, turn, chance)
            differing += other.wall != match.wall
            ours, theirs = (begun_at(one, seat, turn)[1].sights[seat] for one in (match, other))
            assert ours.frame() == theirs.frame()
            assert [getattr(ours.state, name) for name in FIELDS] == [
                getattr(theirs.state, name) for name in FIELDS
            ]
    assert differing > 30


# -- what is refused ------------------------------------------------------------------------------


def changed(match: Match, turn: int, seat: int, text: str, field: str) -> Match:
    rows = [list(row) for row in getattr(match, field)]
    rows[turn][seat] = text
    return match.model_copy(update={field: tuple(map(tuple, rows))})


def test_what_cannot_be_played_on_is_one_line() -> None:
    (match,) = judged_games(1)
    seat, turns = 1, turns_of(match, 1)
    turn = turns[3]
    chance = random.Random(0)
    free = next(place for place in range(len(match.requests)) if place not in turns)
    with pytest.raises(ValueError, match=f"step {free}; it has at {turns[0]}, {turns[1]}, "):
        begin_at(match, seat, free, chance)
    with pytest.raises(ValueError, match="steps 0-"):
        begin_at(match, seat, 9999, chance)
    with pytest.raises(ValueError, match="what one seat saw"):
        begin_at(seat_of(match, seat), seat, turn, chance)
    five = match.model_copy(update={"wall": (*match.wall[:-5], *[match.wall[0]] * 5)})
    with pytest.raises(ValueError, match="more copies"):
        begin_at(five, seat, turn, chance)
    others = changed(match, turns[1], (seat + 1) % SEATS, "HU", "responses")
    with pytest.raises(ValueError, match="our judge ends this hand at turn"):
        begin_at(others, seat, turn, chance)
    quan = match.model_copy(update={"quan": (match.quan + 1) % SEATS})
    with pytest.raises(ValueError, match="turn 0: our judge asks seat 0 something else"):
        begin_at(quan, seat, turn, chance)
    named = match.model_copy(update={"players": ("x" * 300_000,)})
    with pytest.raises(ValueError, match="no record of a hand is that long"):
        begin_at(named, seat, turn, chance)
    long = match.model_copy(update={"requests": match.requests * 20})
    with pytest.raises(ValueError, match="no game is that long"):
        begin_at(long, seat, turn, chance)


def test_penalties_are_left_out_of_what_came_then() -> None:
    (match,) = judged_games(1)
    match = match.model_copy(update={"scores": (20, -10, 0, -10), "penalties": (-3, 1, 1, 1)})
    begun = BegunHand(match, 0, 5)
    assert begun.scores == (23, -11, -1, -11)
    assert not any(isinstance(one, Fault) for row in begun.replies() for one in row)


def test_what_is_on_record_of_the_beginning_goes_on_in_the_record_of_the_hand() -> None:
    (match,) = judged_games(1)
    turn = turns_of(match, 0)[4]
    place = MatchPlace(match="evening", hand=3, hands=16, totals=(8, -8, 40, -40))
    of_turns = {
        "preempted": ((turn - 1, 2, "PENG"), (turn, 3, "PENG")),
        "untold": ((turn - 1, 1), (turn + 1, 1)),
        "false_wins": ((turn - 2, 1), (turn, 2)),
    }
    begun = BegunHand(match.model_copy(update={**of_turns, "place": place}), 0, turn)
    carried = begun.carried(match)
    assert carried.preempted == ((turn - 1, 2, "PENG"),)
    assert carried.untold == ((turn - 1, 1),)
    assert carried.false_wins == ((turn - 2, 1),)
    # It is no hand of that match, and what the seats knew of its standing stays.
    assert carried.place is not None and carried.place.match == ""
    assert carried.standing == begun.match.standing
    hand = HandInPlay((), 0, {}, begun=begun)
    assert {sight.state.standing for sight in hand.sights} == {carried.standing}


def test_what_came_later_in_the_record_is_not_kept() -> None:
    (match,) = judged_games(1)
    turn = turns_of(match, 2)[3]
    begun, _ = begun_at(match, 2, turn)
    assert begun.match.requests == match.requests[: turn + 1]
    assert len(begun.match.responses) == turn + 1
    assert begun.scores == match.scores
