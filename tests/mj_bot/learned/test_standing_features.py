"""What a model sees of the standing: bounded, fair to all seats, and what it does with it."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import AdvantageModel, model_of, weights_of
from mj_bot.learned.standing_features import STANDING_NAMES, standing_features
from mj_bot.nets.weights_file import Weights, WeightsError, pack_weights, unpack_weights
from mj_bot.state import GameState, Standing
from mj_bot.tactics.learned import Learned
from tests.mj_bot.learned.models import made_up

TOTALS = st.tuples(*[st.integers(-500, 500)] * 4)


def told(standing: Standing | None, seat: int) -> dict[str, float]:
    return dict(zip(STANDING_NAMES, standing_features(standing, seat).tolist(), strict=True))


def test_where_nobody_tells_there_is_nothing() -> None:
    assert set(told(None, 2).values()) == {0.0}
    assert told(Standing(0, 16, (0, 0, 0, 0)), 2) == {
        **dict.fromkeys(STANDING_NAMES, 0.0),
        "known": 1.0,
        "left": 1.0,
    }


@given(TOTALS, st.integers(0, 15), st.integers(0, 3))
def test_leads_are_over_the_others_in_their_order(
    totals: tuple[int, int, int, int], hand: int, seat: int
) -> None:
    seen = told(Standing(hand, 16, totals), seat)
    assert (seen["left"], seen["last"]) == ((16 - hand) / 16, hand == 15)
    # Whose seat the others' sums are does not matter.
    others = sorted(total for other, total in enumerate(totals) if other != seat)
    # The same lead is surer the fewer hands are left.
    for word, points in (("over", 28.3), ("ahead_of", 28.3 * sqrt(2 * (16 - hand)))):
        for name, other in zip(("least", "middle", "best"), others, strict=True):
            lead = (totals[seat] - other) / points
            assert seen[f"{word}_{name}"] == pytest.approx(max(-4, min(4, lead)))
    turned = Standing(hand, 16, (totals[seat], others[0], others[1], others[2]))
    assert told(turned, 0) == seen


def with_standing(hidden: int = 3) -> Weights:
    """A made-up model with a weight for the standing, as its file would have it."""
    made = model_of(made_up(2, hidden))
    weight = np.random.RandomState(4).randn(hidden, len(STANDING_NAMES))
    given_ = weights_of(made.layers, made.margin, made.within, weight)
    return unpack_weights(pack_weights(given_.header, given_.tensors, "float32"))


def test_it_is_one_more_part_of_the_first_layer() -> None:
    model = model_of(with_standing())
    assert model.standing is not None
    (first, bias), *rest = model.layers
    rng = np.random.RandomState(7)
    seen, features = rng.randn(len(STANDING_NAMES)), rng.randn(6, len(NAMES))
    whole = AdvantageModel(
        [(np.concatenate([first, model.standing], axis=1), bias), *rest], 0.0, 0.0
    )
    both = np.concatenate([features, np.tile(seen, (6, 1))], axis=1)
    assert model.before(seen).advantages(features) == pytest.approx(whole.advantages(both))
    assert model.before(np.zeros(len(seen))).advantages(features) == pytest.approx(
        model.advantages(features)
    )
    plain = model_of(made_up(2, 3))
    assert plain.before(seen) is plain


def test_the_tactic_says_whether_it_sees_it() -> None:
    assert Learned(weights=with_standing()).sees_standing
    assert not Learned(weights=made_up(2, 3)).sees_standing


def test_what_is_no_weight_of_a_standing_is_told() -> None:
    good = with_standing()
    for change, words in (
        ({"version": 0, "weight": "standing"}, "no model of advantages"),
        ({"version": 1, "weight": "nothing"}, "no model of advantages"),
        ({"version": 1, "weight": "weight 0"}, "does not fit the first layer"),
        ("nonsense", "no model of advantages"),
    ):
        with pytest.raises(WeightsError, match=words):
            model_of(Weights({**good.header, "standing": change}, good.tensors))


def test_a_copy_of_a_state_has_its_standing() -> None:
    standing = Standing(1, 4, (8, -8, 24, -24))
    state = GameState(standing=standing)
    state.apply("0 2 1")
    assert state.copy().standing == state.standing == standing
    assert GameState().standing is None
