"""The deal-in chance of a discard: against how often recorded discards really dealt in."""

from collections.abc import Iterator

import pytest

from mj_bot.events import PLAY
from mj_bot.history import load_json
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import tile_of
from tests.mj_bot.odds.golden import hold_models
from tests.recorded import Match, Recorded, dealt, decisions


def deal_in_chances_in(state: GameState) -> list[float]:
    return deal_in_chances(opponents(state), state.unseen)


def discards_of(match: Match) -> Iterator[tuple[float, bool]]:
    result = match["result"]
    for turn, seat, state in decisions(match):
        words = match["responses"][turn][seat].split()
        if state.decision == OWN_DRAW and words[0] == PLAY:
            is_last = turn == len(match["requests"]) - 2
            dealt_in = is_last and result["action"] == "HU" and result["player"] != seat
            yield deal_in_chances_in(state)[tile_of(words[1])], dealt_in


def test_the_chances_are_those_of_the_golden_file() -> None:
    hold_models("threat", "deal_in")


@pytest.mark.foreign
def test_discards_that_dealt_in_had_the_greater_chance(recorded: Recorded) -> None:
    rows = sorted(row for match in recorded("botzone_matches") for row in discards_of(match))
    parts = [rows[: len(rows) // 2], rows[len(rows) // 2 :]]
    dealt_in = [sum(hit for _, hit in part) for part in parts]
    assert sum(dealt_in) >= 10
    # Half of all discards have next to all of the deal-in chance; its size is right too.
    assert dealt_in[0] * 6 <= dealt_in[1]
    told = sum(deal_in for deal_in, _ in rows)
    assert 0.4 * sum(dealt_in) < told < 2.5 * sum(dealt_in)


HAND = "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 F1"


@pytest.mark.parametrize("other", [1, 2, 3])
def test_what_a_seat_discarded_itself_is_safer(other: int) -> None:
    plain = deal_in_chances_in(dealt(HAND, "2 J1"))
    safer = deal_in_chances_in(dealt(HAND, f"3 {other} DRAW", f"3 {other} PLAY B4", "2 J1"))
    tile = tile_of("B4")
    others = [tile_of(code) for code in ("B1", "F1", "W5")]
    assert all(safer[tile] / plain[tile] < safer[one] / plain[one] for one in others)


def test_every_tile_has_a_deal_in_chance() -> None:
    found = deal_in_chances_in(dealt(HAND, "2 J1"))
    assert len(found) == 34
    assert all(0 < odds < 0.01 for odds in found)


# What seat 1 makes with a tile of seat 0: the middle of its chow.
CHOWS = {"B3": "B3", "B6": "B7", "T6": "T7"}


def after_chows(*tiles: str) -> GameState:
    """Seat 0 has drawn again after discarding these tiles, each of which seat 1 has claimed."""
    deal = "1 0 0 0 0 W1 W2 W4 W5 W7 W8 B2 B5 B8 T2 T5 T8 J1"
    requests, responses = ["0 0 0", deal], ["PASS", "PASS"]
    for tile in tiles:
        others = [f"3 1 CHI {CHOWS[tile]} F3", "3 2 DRAW", "3 2 PLAY F1", "3 3 DRAW", "3 3 PLAY F2"]
        requests += ["2 " + tile, "3 0 PLAY " + tile, *others]
        responses += ["PLAY " + tile] + ["PASS"] * 6
    return load_json({"requests": [*requests, "2 F3"], "responses": responses})


def test_melds_bring_a_seat_nearer() -> None:
    first, *others = opponents(after_chows("B3"))
    assert first.near > max(other.near for other in others) + 0.5
    assert threat_of(opponents(after_chows("B3", "T6"))) > threat_of([first, *others])


def test_a_flush_wants_its_suit() -> None:
    """Two chows of one suit make its tiles likelier to deal in; two of different suits do not."""
    flush, mixed = (
        deal_in_chances_in(after_chows("B3", "B6")),
        deal_in_chances_in(after_chows("B3", "T6")),
    )
    inside, outside = tile_of("B9"), tile_of("W9")
    assert flush[inside] > 1.1 * flush[outside]
    assert flush[outside] < mixed[outside]


def test_the_same_numbers_of_other_suits_are_wanted() -> None:
    """A chow of 2, 3, 4 of dots is a third of Mixed Triple Chow."""
    found = deal_in_chances_in(after_chows("B3"))
    assert found[tile_of("W3")] > found[tile_of("W7")]
