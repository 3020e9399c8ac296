"""The rows of each model: features are what the bot adds up, and what was seen is what happened."""

import math
from pathlib import Path

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import HU, SEATS
from mj_bot.odds.coefficient_types import DealInCoefficients
from mj_bot.odds.coefficients import DEAL_IN, TILE_LOCATION, WIN_CHANCE
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, seat_win_logit, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_lab.core.records.decisions import decisions_of_seat, seats_by_turn
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.learn.fit import deal_in as fit_deal_in
from mj_lab.learn.fit import tile_location as fit_tile_location
from mj_lab.learn.fit import win_chance as fit_win_chance
from mj_lab.learn.fit.curve import unit_coefficients
from mj_lab.learn.fit.games import own_discards

ODDS = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    return list(read_matches(ODDS))


def test_unit_coefficients_give_the_features_of_dealing_in(matches: list[Match]) -> None:
    """And their sum by the coefficients is what the bot computes, for every tile and seat."""
    units = unit_coefficients(DealInCoefficients)
    for turn, states in seats_by_turn(matches[0]):
        if turn < 2 or turn % 9:
            continue
        for state in states:
            others, by_units = opponents(state), opponents(state, units)
            chances = deal_in_chances(others, state.unseen)
            for tile, unseen in enumerate(state.unseen):
                safe = 1.0
                for other, by_unit in zip(others, by_units, strict=True):
                    features = np.array(seat_win_logit(tile, unseen, by_unit, units))
                    logit = seat_win_logit(tile, unseen, other)
                    assert features @ np.array(DEAL_IN) == pytest.approx(logit, rel=1e-9)
                    safe *= 1 - 1 / (1 + math.exp(-logit))
                assert 1 - safe == pytest.approx(chances[tile], rel=1e-9)


def test_the_last_discard_is_a_row_that_was_won_with(matches: list[Match]) -> None:
    """Of games won by a discard, that discard, winner and tile are a row, and it is a win."""
    units = unit_coefficients(DealInCoefficients)
    checked = 0
    for match in matches:
        last = max(own_discards(match), key=lambda place: place[1])
        seat, turn = last
        if match.result.action != HU or len(match.requests) != turn + 2:
            continue
        winner = match.result.player
        assert winner is not None
        if winner == seat:
            continue
        (rows,) = fit_deal_in.rows_of(match, frozenset([last]), "0")
        wins = rows.features[rows.seen > 0]
        states = next(states for at, states in seats_by_turn(match) if at == turn)
        state = states[seat]
        tile = fit_tile_location.discard_in(match.requests[turn + 1][0])
        assert tile is not None
        assert tile[0] == seat
        others = [other for other in range(SEATS) if other != seat]
        opponent = opponents(state, units)[others.index(winner)]
        wanted = seat_win_logit(tile[1], state.unseen[tile[1]], opponent, units)
        assert any((row == wanted).all() for row in wins)
        checked += 1
    assert checked >= 3


def test_wins_are_those_that_the_rules_allow(matches: list[Match]) -> None:
    """Without chance: all rows of the wins, counted by playing every tile out."""
    match = matches[0]
    places = frozenset(own_discards(match))
    (rows,) = fit_deal_in.rows_of(match, places, "0")
    count = 0
    for turn, states in seats_by_turn(match):
        for seat, state in enumerate(states):
            if (seat, turn) not in places:
                continue
            for tile in (tile for tile in range(34) if state.hand[tile]):
                for other in range(SEATS):
                    after = states[other].copy()
                    if other != seat:
                        after.apply(f"3 {seat} PLAY {tile_code(tile)}")
                        count += any(one.kind == HU for one in action_space(after))
    assert rows.seen.sum() == count > 0
    assert set(rows.of) == {1.0}
    # One in eight of the others is kept.
    kept = (rows.seen == 0).sum()
    every = sum(
        3 * sum(count > 0 for count in states[seat].hand)
        for turn, states in seats_by_turn(match)
        for seat in range(SEATS)
        if (seat, turn) in places
    )
    assert kept == pytest.approx((every - count) / 8, rel=0.2)


def tile_code(tile: int) -> str:
    from mj_bot.tiles import CODES

    return CODES[tile]


def test_tile_locations_are_what_the_bot_says(matches: list[Match]) -> None:
    match = matches[1]
    place = sorted(own_discards(match), key=lambda one: one[1])[20]
    in_wall, discarded = fit_tile_location.rows_of(match, frozenset([place]), "0")
    seat, turn = place
    states = next(states for at, states in seats_by_turn(match) if at == turn)
    state = states[seat]
    told = tile_location(state, threat_of(opponents(state)))
    there = [tile for tile in range(34) if state.unseen[tile]]
    weights = np.array(TILE_LOCATION)
    odds = 1 / (1 + np.exp(-(in_wall.offset + in_wall.features @ weights[:, 0])))
    drawn = in_wall.of * odds
    assert drawn / drawn.sum() == pytest.approx([told.drawn[tile] for tile in there])
    often = discarded.of * np.exp(discarded.features @ weights[:, 1])
    # Six discards are counted, the next one's is predicted.
    assert often / 6 == pytest.approx([told.discarded[tile] for tile in there])
    assert in_wall.of.tolist() == [state.unseen[tile] for tile in there]
    assert in_wall.seen.tolist() == [
        state.unseen[tile] - sum(states[other].hand[tile] for other in range(4) if other != seat)
        for tile in there
    ]
    after = [fit_tile_location.discard_in(row[0]) for row in match.requests[turn + 1 :]]
    following = [one[1] for one in after if one is not None and one[0] != seat][:6]
    assert discarded.seen.tolist() == [following.count(tile) for tile in there]


def test_win_chances_are_what_the_bot_says_of_what_was_chosen(matches: list[Match]) -> None:
    match = matches[1]
    seat = match.players.index("odds")
    places = sorted(fit_win_chance.decisions_by(match, "odds"))
    assert {match.players[one] for one, _ in places} == {"odds"}
    chosen = [place for place in places if place[0] == seat][5:25:4]
    (rows,) = fit_win_chance.rows_of(match, frozenset(chosen), "0")
    told = 1 / (1 + np.exp(-(rows.features @ np.array(WIN_CHANCE))))
    expected = []
    evaluator = OddsEvaluator()
    for decision in decisions_of_seat(match, seat):
        if (seat, decision.turn) in chosen:
            found = {one.action: one.win_chance for one in evaluator.candidates(decision.state)}
            assert decision.chosen is not None
            expected.append(found[decision.chosen])
    assert told == pytest.approx(expected, rel=1e-9)
    won = match.result.action == HU and match.result.player == seat
    assert set(rows.seen) == {float(won)}
