"""Tactic which_discard: the network's discards, the claims and kongs of odds."""

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG, PLAY
from mj_bot.features.hand_only import hand_only
from mj_bot.nets.network import Network
from mj_bot.successor import after_claim
from mj_bot.tactics.odds import Odds
from mj_bot.tactics.which_discard import WhichDiscard
from tests.mj_bot.nets.layers import tiny_weights
from tests.mj_bot.tactics.rigged import decisions
from tests.recorded import Recorded, dealt


@pytest.mark.thorough
def test_discards_by_the_network_and_the_rest_by_odds(recorded: Recorded) -> None:
    weights = tiny_weights("which_discard", seed=4)
    tactic, odds, network = WhichDiscard(weights), Odds(), Network(weights, "all")
    kinds: dict[str, int] = {}
    for match in recorded("rare_games")[:8]:
        for state in decisions(match):
            wanted, played = odds(state), tactic(state)
            assert played in action_space(state)
            assert played.kind == wanted.kind and played.chow == wanted.chow
            kinds[played.kind] = kinds.get(played.kind, 0) + 1
            if played.kind in (PLAY, CHI, PENG):
                after = state if played.kind == PLAY else after_claim(state, wanted)
                liked = network({"hand_only": hand_only(after)[None]})["discard"][0]
                assert played.tile == max(np.flatnonzero(after.hand), key=lambda tile: liked[tile])
            else:
                assert played == wanted
    assert set(kinds) >= {"PASS", "PLAY", "CHI", "PENG", "GANG", "HU"}, kinds


def test_it_tells_its_best_discards_and_the_shanten() -> None:
    weights = tiny_weights("which_discard")
    tactic = WhichDiscard(weights)
    state = dealt("W1 W1 W4 W7 B2 B5 B8 T2 T3 T4 F1 F2 J1", "2 W9")
    found = Network(weights, "all")({"hand_only": hand_only(state)[None]})
    best = tactic.best_discards(state, 3)
    assert [good for _, good in best] == sorted(
        (float(found["discard"][0, tile]) for tile in np.flatnonzero(state.hand)), reverse=True
    )[:3]
    assert all(found["discard"][0, tile] == pytest.approx(good) for tile, good in best)
    assert tactic.shanten(state) == pytest.approx(float(found["shanten"][0, 0]))
    assert str(tactic(state)) == tactic.explain(state)[0]["action"]
    assert len(tactic.explain(state)) == 13
