"""The waits of a hand, held against MahjongGB asked with all 34 tiles, and against won games."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY, SEATS
from mj_bot.fan import KNITTED_STRAIGHT, MIN_FAN, WAIT_FANS, win_of
from mj_bot.melds import Meld
from mj_bot.state import CLAIM, OWN_DRAW, GameState
from mj_bot.tiles import CODES, KNITTED_STRAIGHTS, ORPHANS, code_of, counts_of, tile_of
from mj_engine import SeatTable
from mj_engine.odds import effective_tiles
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.core.text.hands import Hand, parse_hand
from mj_lab.explain.analysis.hand_analysis import facts
from mj_lab.explain.analysis.state_from_hand import (
    Situation,
    situation,
    state_after_draw,
    state_on_discard,
)
from tests.mj_lab.conftest import thorough
from tests.recorded import Recorded

# Fans of the moment, which waits do not have.
_OF_THE_MOMENT = {"妙手回春", "海底捞月", "杠上开花", "抢杠和"}


def ready_hands(count: int, seed: int) -> Iterator[Hand]:
    """Hands that lack a tile of a win: sets and a pair with and without melds, and other forms."""
    chance = random.Random(seed)
    while count:
        whole, melds = _complete(chance)
        if max(counts_of([*whole, *(tile for meld in melds for tile in meld.tiles())])) > 4:
            continue
        whole.pop(chance.randrange(len(whole)))
        yield Hand(tuple(counts_of(whole)), tuple(melds), None, 0)
        count -= 1


def _complete(chance: random.Random) -> tuple[list[int], list[Meld]]:
    kind = chance.randrange(8)
    if kind == 0:
        return [tile for tile in chance.choices(range(34), k=7) for _ in range(2)], []
    if kind == 1:
        return [*ORPHANS, chance.choice(ORPHANS)], []
    if kind == 2:
        return [*chance.choice(KNITTED_STRAIGHTS), *_set(chance), *[chance.randrange(34)] * 2], []
    sets = [_set(chance) for _ in range(4)]
    laid = chance.randrange(4)
    melds = [_laid(one, chance) for one in sets[:laid]]
    pair = [chance.randrange(34)] * 2
    return [*(tile for one in sets[laid:] for tile in one), *pair], melds


def _set(chance: random.Random) -> list[int]:
    first = chance.randrange(34)
    # Few suits, so that hands wait for many tiles.
    if first < 27 and first % 9 < 7 and chance.random() < 0.7:
        low = first % 9 + 9 * chance.randrange(2)
        return [low, low + 1, low + 2]
    return [first] * 3


def _laid(tiles: list[int], chance: random.Random) -> Meld:
    if tiles[0] != tiles[1]:
        return Meld("CHI", tiles[1], 1)
    kind = chance.choice(("PENG", "GANG"))
    return Meld(kind, tiles[0], 0 if kind == "GANG" and chance.random() < 0.5 else 1)


def by_mahjonggb(where: Situation, tile: int, self_drawn: bool) -> list[tuple[int, int, str, str]]:
    """What MahjongGB says of the hand with a tile; empty if it is no win."""
    packs = tuple(
        (meld.kind, CODES[meld.tile or 0], 0 if meld.concealed else meld.offer)
        for meld in where.hand.melds
    )
    hand = tuple(CODES[one] for one, n in enumerate(where.hand.counts) for _ in range(n))
    laid = [one for meld in where.hand.melds if not meld.concealed for one in meld.tiles()]
    last = where.seen[tile] + laid.count(tile) == 3
    winds = (where.seat, where.prevalent_wind)
    try:
        return list(
            MahjongFanCalculator(
                packs, hand, CODES[tile], 0, self_drawn, last, False, False, *winds, verbose=True
            )
        )
    except TypeError:
        return []


def judged(fans: list[tuple[int, int, str, str]], tile: int) -> set[int]:
    """What the published judge may count: of a Knitted Straight perhaps without the wait."""
    total = sum(value * times for value, times, *_ in fans)
    waits = sum(value for value, _, _, name in fans if name in WAIT_FANS)
    knitted = any(name == KNITTED_STRAIGHT for *_, name in fans)
    return {total, total - waits} if knitted else {total}


def test_waits_are_mahjonggbs_over_all_34_tiles() -> None:
    many = 0
    for place, hand in enumerate(ready_hands(300, 34)):
        chance = random.Random(place)
        free = [4 - held for held in hand.held()]
        seen = [tile for tile in range(34) for _ in range(chance.randrange(free[tile] + 1))]
        where = situation(hand, place % 4, place // 4 % 4, seen=seen if place % 2 else ())
        rows = {tile_of(row["tile"]): row for row in facts(where)["wins"]}
        held = hand.held()
        for tile in range(34):
            given, drawn = (by_mahjonggb(where, tile, way) for way in (False, True))
            if held[tile] == 4 or not given:
                assert tile not in rows, (hand, code_of(tile))
                continue
            row = rows.pop(tile)
            assert row["left"] == where.unseen()[tile]
            assert row["on_discard"]["fan"] in judged(given, tile)
            assert row["self_drawn"]["fan"] in judged(drawn, tile)
            for way in ("on_discard", "self_drawn"):
                assert (
                    row[way]["enough"] == (row[way]["fan"] >= MIN_FAN) == (row[way]["points"] > 0)
                )
        assert rows == {}
        many += 1
    assert many == 300


def test_a_discard_leaves_the_waits_of_the_hand_without_it() -> None:
    ready = 0
    for hand in ready_hands(60, 8):
        drawn = next(tile for tile, held in enumerate(hand.held()) if held < 4)
        counts = list(hand.counts)
        counts[drawn] += 1
        where = situation(Hand(tuple(counts), hand.melds, drawn, 0))
        after = facts(where)["waits"]
        legal = action_space(state_after_draw(where))
        plays = {str(action) for action in legal if action.kind == PLAY}
        assert after.keys() <= plays
        for play in plays:
            left = list(counts)
            left[tile_of(play.split()[1])] -= 1
            rest = Hand(tuple(left), hand.melds, None, 0)
            alone = situation(rest)
            assert {row["tile"] for row in after.get(play, ())} == {
                code_of(tile)
                for tile in range(34)
                if rest.held()[tile] < 4 and by_mahjonggb(alone, tile, False)
            }
            ready += play in after
    assert ready >= 60


def shown_at_table(match: Match, seat: int) -> Iterator[tuple[GameState, dict[str, Any]]]:
    """What a seat of a recorded game knows by turn, and the waits that it is shown."""
    record = seat_of(match, seat)
    table = SeatTable(record.wall_size, record.common_wall)
    for turn, state in record.states():
        table.take(record.requests[turn])
        yield state, json.loads(table.waits())
        table.answered(str(record.responses[turn]))


def test_recorded_wins_have_the_fan_that_the_wait_had(recorded: Recorded) -> None:
    """One answer earlier: with the tile that came the seat won what its wait was shown to be."""
    wins = 0
    for line in [*recorded("judged_games"), *recorded("botzone_matches")][:120]:
        match = Match.model_validate(line)
        if match.result.action != HU or match.result.player is None:
            continue
        if {fan.name for fan in match.result.fans or ()} & _OF_THE_MOMENT:
            continue
        *_, (state, shown) = shown_at_table(match, match.result.player)
        if not any(action.kind == HU for action in action_space(state)):
            continue  # The record goes on to what the judge says of it.
        drawn = state.decision == OWN_DRAW
        tile = state.drawn if drawn else state.offered
        assert tile is not None
        rows = shown["after"][f"PLAY {code_of(tile)}"] if drawn else shown["now"]
        row = next(one for one in rows if one["tile"] == code_of(tile))
        flowers = sum(
            fan.value * fan.times for fan in match.result.fans or () if fan.name == "花牌"
        )
        counted = row["self_drawn" if drawn else "on_discard"]
        assert counted["fan"] == (match.result.fan_total or 0) - flowers
        assert counted["points"] == max(match.scores)
        wins += 1
    assert wins > 20


def test_what_a_table_shows_while_a_game_is_played(recorded: Recorded) -> None:
    """Waits of 13 tiles only, and a complete hand under 8 fan said where no win can be declared."""
    ready = short = 0
    for line in recorded("judged_games")[:25]:
        match = Match.model_validate(line)
        for seat in range(SEATS):
            for state, shown in shown_at_table(match, seat):
                ready += bool(shown["now"])
                assert not (shown["now"] and state.decision == OWN_DRAW)
                row = shown["under_eight"]
                tile = state.drawn if state.decision == OWN_DRAW else state.offered
                found = None if tile is None or not state.decision else win_of(state, tile)
                assert (row is not None) == (found is not None and found.fan < MIN_FAN)
                if row is None:
                    continue
                short += 1
                assert found is not None and row["fan"] == found.fan
                assert not row["enough"] and row["points"] == 0
                assert tile is not None and row["tile"] == code_of(tile)
                if state.decision == CLAIM and not state.wall_last:
                    now = {one["tile"]: one["on_discard"]["fan"] for one in shown["now"]}
                    assert now[row["tile"]] == row["fan"]
    assert ready > 100 and short > 5


@pytest.mark.parametrize(
    "text",
    [
        "345m [345p] 34577s 1z 9m",
        thorough("123m 456p 2234s 11z 9p"),
        thorough("2345m 345p 344567s"),
        thorough("19m 25p 468s 1234z 56z"),
    ],
)
def test_eight_fan_is_nearer_with_its_tiles_and_with_no_other(text: str) -> None:
    state = waiting(situation(parse_hand(text), seat=1))
    row = effective_tiles(state)[0]["eight"]
    assert row is not None
    for tile in range(34):
        if not state.unseen[tile]:
            continue
        nearer = []
        state.hand[tile] += 1
        for out in (one for one in range(34) if state.hand[one]):
            state.hand[out] -= 1
            state.legal = None  # It is of the hand before.
            found = effective_tiles(state)[0]["eight"]
            nearer.append(99 if found is None else found["shanten"])
            state.hand[out] += 1
        state.hand[tile] -= 1
        assert (min(nearer) < row["shanten"]) == (code_of(tile) in row["effective"]), code_of(tile)
    assert row["copies"] == sum(row["effective"].values())


def waiting(where: Situation) -> GameState:
    """The state of 13 tiles, when another seat has discarded some tile."""
    return state_on_discard(
        where, next(tile for tile, left in enumerate(where.unseen()) if left), 0
    )


def test_ready_for_eight_fan_wins_with_eight() -> None:
    ready = 0
    for hand in ready_hands(120, 5):
        where = situation(hand, seat=1)
        row = effective_tiles(waiting(where))[0]["eight"]
        if row is None or row["shanten"]:
            continue
        ready += 1
        for code in row["effective"]:
            fans = by_mahjonggb(where, tile_of(code), False)
            assert max(judged(fans, tile_of(code))) >= MIN_FAN, (hand, code, fans)
    assert ready > 20
