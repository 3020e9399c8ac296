"""Where unseen tiles are: against the walls and discards of recorded matches."""

from collections.abc import Iterator
from math import log
from typing import Any, NamedTuple

import pytest

from mj_bot.events import PLAY, parse_response
from mj_bot.odds.hand_context import TileLocation, evenly
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import tile_of
from mj_lab.learn.fit.tile_location import discard_in
from tests.mj_bot.odds.golden import hold_models
from tests.recorded import Recorded, dealt

SEATS = range(4)


class Look(NamedTuple):
    """One seat's view before a discard: the state, what the others hold, the tile discarded next.

    following: the next tile that another seat discarded, if any did.
    """

    state: GameState
    location: TileLocation
    held: list[int]
    following: int | None


def looks(match: dict[str, Any]) -> Iterator[Look]:
    states = [GameState() for _ in SEATS]
    turns = list(zip(match["requests"], match["responses"], strict=True))
    discards = [discard_in(requests[0]) for requests, _ in turns]
    for place, (requests, responses) in enumerate(turns):
        for state, request in zip(states, requests, strict=True):
            state.apply(request)
        for seat in SEATS:
            state = states[seat]
            if state.decision == OWN_DRAW and responses[seat].startswith(PLAY):
                others = [states[other] for other in SEATS if other != seat]
                held = [sum(other.hand[tile] for other in others) for tile in range(34)]
                later = [one for one in discards[place + 1 :] if one and one[0] != seat]
                where = tile_location(state, threat_of(opponents(state)))
                yield Look(state.copy(), where, held, later[0][1] if later else None)
        for state, response in zip(states, responses, strict=True):
            state.answered(parse_response(response))


@pytest.fixture(scope="module")
def seen(recorded: Recorded) -> list[Look]:
    return [look for match in recorded("botzone_matches") for look in looks(match)]


def test_it_knows_better_than_chance_where_a_copy_is(seen: list[Look]) -> None:
    copies, even, told = 0, 0.0, 0.0
    for look in seen:
        walls, total = sum(look.state.walls), sum(look.state.unseen)
        if not walls:
            continue
        for unseen, held, drawn in zip(
            look.state.unseen, look.held, look.location.drawn, strict=True
        ):
            if unseen:
                copies += unseen
                even += surprise(unseen - held, held, walls / total)
                told += surprise(unseen - held, held, drawn * walls / unseen)
    assert copies > 100_000
    # Measured: 0.648 an unseen copy if all are alike, 0.624 by the model.
    assert told < even - 0.015 * copies


def surprise(in_wall: int, held: int, share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return -in_wall * log(share) - held * log(1 - share)


def test_it_knows_better_than_chance_what_is_discarded_next(seen: list[Look]) -> None:
    even, told, count = 0.0, 0.0, 0
    for look in seen:
        tile = look.following
        if tile is None or not look.state.unseen[tile]:
            continue
        count += 1
        even -= log(look.state.unseen[tile] / sum(look.state.unseen))
        told -= log(look.location.discarded[tile] / sum(look.location.discarded))
    assert count > 1000
    # Measured: 3.46 if all are alike, 3.37 by the model.
    assert told < even - 0.05 * count


def test_they_are_those_of_the_golden_file() -> None:
    hold_models("drawn", "discarded")


def test_they_are_chances(seen: list[Look]) -> None:
    for look in seen[::7]:
        where, unseen = look.location, look.state.unseen
        if sum(unseen):
            assert sum(where.drawn) == pytest.approx(1)
            assert 0.5 < sum(where.discarded) < 2
        for tile in range(34):
            assert (where.drawn[tile] > 0) == (where.discarded[tile] > 0) == (unseen[tile] > 0)


def test_what_lies_beside_a_discard_is_in_the_wall() -> None:
    """Who discards 5 holds no 4 or 6 that wanted it."""
    discards = ["3 1 DRAW", "3 1 PLAY T5", "3 2 DRAW", "3 2 PLAY B5", "3 3 DRAW", "3 3 PLAY F2"]
    state = dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 J1 F1", *discards, "2 J1")
    where = tile_location(state, threat_of(opponents(state)))
    assert where.drawn[tile_of("T6")] > where.drawn[tile_of("T7")] > where.drawn[tile_of("T2")]
    assert where.drawn[tile_of("T6")] == pytest.approx(where.drawn[tile_of("B4")])


def test_others_discard_what_they_want_least() -> None:
    state = dealt("W1 W5 B1 B5 T1 T5 F1 F2 F3 F4 J1 J2 J3")
    found = tile_location(state, threat_of(opponents(state))).discarded
    middle, terminal, honour = (found[tile_of(code)] for code in ("W5", "W1", "F1"))
    assert middle < terminal < honour
    assert found == pytest.approx(found[:9] * 3 + [honour] * 7)


def test_evenly_is_by_copies() -> None:
    unseen = [2] + [1] * 33
    assert evenly(unseen).drawn == evenly(unseen).discarded == [2 / 35] + [1 / 35] * 33
    assert evenly([0] * 34).drawn == [0.0] * 34
