"""What the forecast goes by and says, on hands whose worth is known by other means."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY, Action
from mj_bot.fan import points_of_win
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.forecast.features import is_table_known
from mj_bot.odds.forecast.forecast import Forecast
from mj_bot.odds.forecast.model import (
    FORECAST_FILE,
    FORECAST_NAMES,
    forecast_model,
    model_of_record,
)
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_bot.successor import hand_after
from mj_bot.tiles import TILE_KINDS, tile_of
from mj_bot.winning_shape import is_winning_shape
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw
from tests.mj_bot.odds.golden import FORECASTS, decisions, forecasts
from tests.recorded import Recorded, asked_of

ROOT = Path(__file__).parents[4]


def foreseen(
    hand: str, discard: str, turn: int | None = None, seen: tuple[int, ...] = ()
) -> Forecast:
    state = state_after_draw(situation(parse_hand(hand), turn=turn, seen=seen))
    found = OddsEvaluator().foresee(state, Action(PLAY, tile_of(discard))).forecast
    assert found is not None
    return found


def feature(found: Forecast, name: str) -> float:
    return found.features[FORECAST_NAMES.index(name)]


def test_the_file_is_of_these_features() -> None:
    model = forecast_model()
    assert model.mean.shape == model.scale.shape == (len(FORECAST_NAMES),)
    widths = [len(FORECAST_NAMES), *(len(bias) for _, bias in model.layers)]
    assert [weight.shape for weight, _ in model.layers] == [
        (out, into) for into, out in zip(widths, widths[1:], strict=False)
    ]
    with pytest.raises(ValueError, match="other features"):
        model_of_record({"names": ["size"]})


def test_the_file_is_the_one_that_was_fitted() -> None:
    said = (ROOT / "mj_lab/learn/fit/forecast/forecast.sha256").read_text(encoding="utf-8").split()
    assert said == [sha256((ROOT / said[1]).read_bytes()).hexdigest(), said[1]]
    assert said[1].endswith(FORECAST_FILE)


def test_the_features_of_recorded_decisions(recorded: Recorded) -> None:
    """Waits, walls and dangers counted anew."""
    compared = waits = 0
    for state in asked_of(recorded, 60):
        dangers = deal_in_chances(opponents(state), state.unseen)
        for one in OddsEvaluator().candidates(state, exact=True):
            if one.forecast is None:
                continue
            compared += 1
            found, (hand, melds) = one.forecast, hand_after(state, one.action)
            kept = [dangers[tile] for tile in range(TILE_KINDS) for _ in range(hand[tile])]
            assert feature(found, "danger") == pytest.approx(np.mean(kept))
            assert feature(found, "safest") == min(kept)
            assert feature(found, "draws") == state.walls[state.seat] / 10
            assert feature(found, "threat") == threat_of(opponents(state))
            assert feature(found, "melds") == len(melds) / 4
            others = [len(state.melds[seat]) for seat in range(4) if seat != state.seat]
            assert feature(found, "rivals") == max(others) / 4
            lasts = [tile for tile in range(TILE_KINDS) if is_winning_shape(hand, tile)]
            left = sum(state.unseen[tile] for tile in lasts)
            assert feature(found, "on_discard") <= feature(found, "self_drawn") <= left / 10
            waits += feature(found, "ready") == 1
            first = FORECAST_NAMES.index("pungs")
            parts = found.features[first : first + 6]
            assert all(part >= 0 for part in parts) and sum(parts) <= 1 + 1e-9
    assert compared > 300 and waits > 5


def test_every_action_brings_what_it_did() -> None:
    """After `mj learn fit forecast ... -o`: python tests/mj_bot/odds/golden.py."""
    for row, (_, state) in zip(json.loads(FORECASTS.read_text()), decisions(), strict=True):
        found = forecasts(state)
        assert list(found) == list(row["forecasts"])
        for action, values in found.items():
            assert values == pytest.approx(row["forecasts"][action], rel=1e-5, abs=1e-4), action


def test_what_the_network_says_is_put_together(recorded: Recorded) -> None:
    for state in asked_of(recorded, 200):
        for one in OddsEvaluator().candidates(state, exact=True):
            found = one.forecast
            if found is None:
                continue
            # The chance if nobody wins with the discard.
            chance = found.win_chance / (1 - one.deal_in)
            score = chance * found.win_score + (1 - chance) * found.other_score
            score = (1 - one.deal_in) * score - one.deal_in * DEAL_IN_COSTS
            assert 0 < chance < 1 and found.expected_score == pytest.approx(score)


@pytest.mark.parametrize(
    ("hand", "discard", "chance", "fan"),
    [
        # Thirteen tiles wait, 39 copies: nobody is so quick.
        ("W19 B19 T19 F1234 J123 W6", "W6", (0.97, 1.0), 88),
        # Three pairs of seven lack their second tile, and cannot be claimed but the last.
        ("W2288 B4477 T99 F1 J2 T3 W5", "W5", (0.25, 0.5), 24),
        ("T123456789 W55 B67 F4", "F4", (0.8, 0.97), 16),
    ],
)
def test_hands_at_the_first_draw(
    hand: str, discard: str, chance: tuple[float, float], fan: int
) -> None:
    found = foreseen(hand, discard)
    least, most = chance
    assert least <= found.win_chance <= most
    # What a win pays is by its fan, on a discard or self-drawn.
    assert points_of_win(fan, False) * 0.8 < found.win_score < points_of_win(fan + 6, True)
    # Of a hand that always wins there is nothing to learn what it would cost otherwise.
    assert chance == (0.97, 1.0) or -20 < found.other_score < -8


def test_fewer_own_draws_left_are_fewer_wins() -> None:
    hand, discard = "T123456789 W55 B67 F4", "F4"
    chances = [foreseen(hand, discard, turn).win_chance for turn in (1, 6, 11, 16, 21)]
    assert chances == sorted(chances, reverse=True)
    # Of 711 typed hands that waited for seven copies and more at draws 10 to 12, 60 ± 2% won.
    assert chances[0] > 0.8 and 0.5 < chances[2] < 0.7 and chances[-1] < 0.35


def test_a_typed_hand_is_a_case_of_its_own() -> None:
    hand = parse_hand("T123456789 W55 B67 F4")
    assert is_table_known(state_after_draw(situation(hand)))
    late = state_after_draw(situation(hand, turn=12))
    assert not is_table_known(late)
    assert feature(foreseen("T123456789 W55 B67 F4", "F4"), "known") == 1
    assert feature(foreseen("T123456789 W55 B67 F4", "F4", 12), "known") == 0


@pytest.mark.parametrize(
    ("hand", "discard", "waits", "unpaid"),
    [
        # Pure straight with concealed hand, four copies each.
        ("T123456789 W55 B67 F4", "F4", [(4, 20), (4, 20), (0, 0)], 0),
        # All pungs: with the dragon one fan more than with the one of dots.
        ("T111 T555 B11 J11 W999 F3", "F3", [(2, 29), (2, 28), (0, 0)], 0),
        # Mixed triple chow, but only with the four; the one is in no target of six fan.
        ("W234 B234 T23 T999 B55 F3", "F3", [(4, 12), (0, 0), (0, 0)], 0),
    ],
)
def test_waits_are_seen_one_by_one(
    hand: str, discard: str, waits: list[tuple[int, int]], unpaid: int
) -> None:
    found = foreseen(hand, discard)
    names = ("first", "second", "third")
    seen = [(4 * feature(found, name), 10 * feature(found, f"{name}_fan")) for name in names]
    assert seen == [pytest.approx(one) for one in waits]
    mean = sum(copies * fan for copies, fan in waits) / sum(copies for copies, _ in waits)
    assert feature(found, "wait_fan") == pytest.approx(mean / 10)
    assert feature(found, "unpaid") == unpaid / 10
    assert feature(found, "useful") == (sum(copies for copies, _ in waits)) / 10


@pytest.mark.parametrize(
    ("hand", "form"),
    [
        ("T123456789 W5567 F4", None),
        ("W1112345678999 F4", "flush"),
        ("T111 T555 B11 J11 W999 F4", "pungs"),
        ("W2288 B4477 T99 F11 J2 F4", "seven_pairs"),
        ("W19 B19 T19 F123 J123 W1 F4", "thirteen_orphans"),
        ("W147 B258 T3 F123 J123 F4", "knitted"),
        ("W147 B258 T369 W23 F114", "knitted_straight"),
    ],
)
def test_the_form_of_the_targets_is_known(hand: str, form: str | None) -> None:
    found = foreseen(hand, "F4")
    first = FORECAST_NAMES.index("pungs")
    for name in FORECAST_NAMES[first : first + 6]:
        assert feature(found, name) == pytest.approx(float(name == form), abs=0.1), name


def test_targets_one_tile_farther_are_counted_apart() -> None:
    # All thirteen orphans wait for any of them, and no other hand is within two tiles.
    alone = foreseen("W19 B19 T19 F1234 J123 W6", "W6")
    assert feature(alone, "ways_beyond") == 0 and feature(alone, "nearest_share") > 0.99
    assert feature(alone, "useful_beyond") == feature(alone, "useful") == 3.9
    # The honours lead to the nearest targets; with one tile more the fourth set may be any.
    open_ended = foreseen("W345 B345 T34 T88 F123 J1", "J1")
    assert feature(open_ended, "ways_beyond") > feature(open_ended, "ways")
    assert feature(open_ended, "useful_beyond") > 3 * feature(open_ended, "useful")


def test_who_has_drawn_more_tiles_is_behind(recorded: Recorded) -> None:
    found = set()
    for state in asked_of(recorded, 3):
        if state.turn != state.seat or any(state.melds) or any(state.flowers):
            continue
        action = action_space(state)[-1]
        if action.kind != PLAY:
            continue
        forecast = OddsEvaluator().foresee(state, action).forecast
        assert forecast is not None
        # Without a claim each seat has drawn once a round: seat 3 as often as all, seat 0 before.
        assert feature(forecast, "behind") == pytest.approx((3 - state.seat) / 3)
        found.add(state.seat)
    assert found == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("hand", "passes"), [("T123456789 W55 B678", 1), ("T12345789 W55 B678 F4", 0)]
)
def test_a_win_that_is_passed_is_seen(hand: str, passes: int) -> None:
    assert feature(foreseen(hand, "B8"), "passes") == passes


def test_every_recorded_table_is_known(recorded: Recorded) -> None:
    for state in asked_of(recorded, 20):
        if action_space(state)[0].kind != HU:
            assert is_table_known(state)
