"""Features of candidates: by hand where a person can say them, by loops where numpy counts."""

from typing import Any

import numpy as np
import pytest

from mj_bot.fan import MIN_FAN
from mj_bot.history import load_json
from mj_bot.learned.candidate_features import NAMES, candidate_features
from mj_bot.learned.target_summary import TargetSummary, target_summaries
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.evaluator import WIN_VALUE, Candidate, OddsEvaluator, ValuedHand
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.state import GameState
from mj_bot.tiles import tile_of
from tests.recorded import Recorded, asked_of

Decisions = list[tuple[GameState, list[Candidate]]]

# Kongs are rare: they have a test of their own.
KONGS = ("kong", "own_kong", "kong_gain", "own_kong_gain")
SHARED = NAMES[: NAMES.index("best") + 1]
DEAL = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 B1 B1 B4 F2 J3"
FIRST = {"requests": ["0 0 1", DEAL, "2 F1"], "responses": ["PASS", "PASS"]}


def decision_of(record: dict[str, Any]) -> tuple[GameState, list[Candidate], dict[str, Any]]:
    """The state, its candidates, and by action and name the features."""
    state = load_json(record)
    found = list(OddsEvaluator().candidates(state))
    rows = candidate_features(state, found)
    told = {
        str(candidate.action): dict(zip(NAMES, row, strict=True))
        for candidate, row in zip(found, rows.tolist(), strict=True)
    }
    return state, found, told


def claims(*events: str, deal: str = DEAL) -> dict[str, Any]:
    requests = ["0 0 1", deal, *events]
    return {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}


@pytest.fixture(scope="module")
def some_decisions(recorded: Recorded) -> Decisions:
    evaluator = OddsEvaluator()
    found = []
    for state in asked_of(recorded, 40):
        found.append((state, list(evaluator.candidates(state))))
    return found


def test_every_feature_is_a_number_and_tells_something(some_decisions: Decisions) -> None:
    rows, apart = [], np.zeros(len(NAMES), bool)
    for state, found in some_decisions:
        features = candidate_features(state, found)
        assert features.shape == (len(found), len(NAMES)) and features.dtype == np.float64
        rows.append(features)
        apart |= (features != features[0]).any(axis=0)
    everything = np.concatenate(rows)
    assert np.isfinite(everything).all()
    shared = np.array([name in SHARED for name in NAMES])
    same = {name for name, differs in zip(NAMES, apart, strict=True) if not differs}
    assert same - set(KONGS) == set(SHARED)
    assert (everything[:, shared].std(axis=0) > 0).all()
    # No feature is another one times a number: each can show what no other does.
    told = everything[:, [name not in KONGS for name in NAMES]]
    alike = np.abs(np.corrcoef((told / np.abs(told).max(axis=0)).T)) > 1 - 1e-9
    assert alike.sum() == told.shape[1]


def test_the_names_stand_in_the_table_of_the_module() -> None:
    from mj_bot.learned import candidate_features as module

    assert len(set(NAMES)) == len(NAMES)
    told = " ".join(
        line.split("|")[1] for line in (module.__doc__ or "").splitlines() if line[:2] == "| "
    ).replace(",", "")
    whole = told.replace(
        "chow_gain ... own_kong_gain", "chow_gain pung_gain kong_gain own_kong_gain"
    )
    assert tuple(whole.split()[1:]) == NAMES


def test_a_first_discard_by_hand() -> None:
    state, found, told = decision_of(FIRST)
    others = opponents(state)
    dangers = deal_in_chances(others, state.unseen)
    one = told["PLAY F2"]
    candidate = next(one for one in found if str(one.action) == "PLAY F2")
    best = max(candidate.value for candidate in found)
    assert [one[name] for name in ("turn", "wall", "melds", "concealed")] == [0, 2.0, 0, 1]
    assert (one["claiming"], one["rival_melds"], one["best"]) == (0, 0, best)
    assert one["close"] == 1 / (1 + best - candidate.value)
    assert one["win"] == WIN_POINTS * candidate.win_chance
    assert one["win_last"] == one["win"] / 21
    assert one["risk"] == DEAL_IN_POINTS * dangers[tile_of("F2")]
    # South is the prevalent wind and East the own one; nobody discarded anything.
    assert [told["PLAY " + tile]["own_wind"] for tile in ("F1", "F2", "J3", "W1")] == [1, 1, 0, 0]
    assert [told["PLAY " + tile]["dragon"] for tile in ("F1", "F2", "J3", "W1")] == [0, 0, 1, 0]
    assert (one["honour"], one["new_honour"], one["shown"], one["alone"]) == (1, 1, 0, 1)
    assert [told["PLAY " + tile]["pair"] for tile in ("B1", "B4", "W1")] == [1, 0, 0]
    assert [told["PLAY " + tile]["terminal"] for tile in ("B1", "B4", "W1", "F1")] == [1, 0, 1, 0]
    assert [told["PLAY " + tile]["next_to_terminal"] for tile in ("W2", "W8", "W7")] == [1, 1, 0]
    assert [told["PLAY " + tile]["beside"] for tile in ("W1", "W5", "W8", "B4", "F1")] == [
        1, 2, 1, 0, 0,
    ]  # fmt: skip
    assert [told["PLAY " + tile]["two_off"] for tile in ("W1", "W5", "W7", "B4")] == [1, 2, 1, 0]
    assert [told["PLAY " + tile]["unseen"] for tile in ("B1", "B4", "F2")] == [2, 3, 3]
    kept = [tile for tile in range(34) for _ in range(state.hand[tile]) if tile != tile_of("F2")]
    assert one["safest"] == DEAL_IN_POINTS * min(dangers[tile] for tile in kept)
    assert one["danger"] == pytest.approx(
        DEAL_IN_POINTS * sum(dangers[tile] for tile in kept) / len(kept), rel=1e-12
    )
    assert (one["chow"], one["pass_next"], one["skipped"], one["claim_distance"]) == (0, 0, 0, 0)


def test_claims_by_hand() -> None:
    _, _, told = decision_of(claims("3 3 DRAW", "3 3 PLAY W9"))
    chow, passing = told["CHI W8 F2"], told["PASS"]
    assert (chow["chow"], chow["pung"], chow["claim_concealed"], chow["skipped"]) == (1, 0, 1, 0)
    assert chow["claim_distance"] == chow["distance"] > 0
    assert chow["claiming"] == passing["claiming"] == 1
    assert (passing["chow"], passing["pass_next"], passing["honour"]) == (0, 1, 0)
    assert passing["pass_next_gain"] == pytest.approx(
        passing["win"] * (1 - passing["win"] / WIN_POINTS), rel=1e-12
    )
    # What the seat before discards costs nobody a draw, what the next one does costs two.
    for discarder, skipped in ((3, 0), (2, 1), (1, 2)):
        events = (f"3 {discarder} DRAW", f"3 {discarder} PLAY B1")
        _, _, told = decision_of(claims(*events))
        assert told["PENG F2"]["pung"] == 1 and told["PENG F2"]["skipped"] == skipped
        assert told["PASS"]["pass_next"] == (discarder == 3)
        # The two that are left of it in hand are in the meld.
        assert told["PENG B4"]["alone"] == 1


def test_kongs_by_hand() -> None:
    deal = "1 0 0 0 0 W1 W1 W1 W4 W5 W6 W7 W8 B1 B1 B4 F2 J3"
    _, _, told = decision_of(claims("3 2 DRAW", "3 2 PLAY W1", deal=deal))
    assert [told["GANG"][name] for name in (*KONGS, "skipped", "honour")] == [
        1, 0, pytest.approx(told["GANG"]["claim_last"] * 22), 0, 1, 0,
    ]  # fmt: skip
    _, _, told = decision_of(claims("2 W1", deal=deal))
    kong = told["GANG W1"]
    assert (kong["kong"], kong["own_kong"], kong["claim_turn"], kong["pair"]) == (0, 1, 0, 0)
    assert kong["own_kong_gain"] > 0 and told["PLAY W1"]["three"] == 1


def test_what_the_others_discarded() -> None:
    events = [
        "3 1 DRAW",
        "3 1 PLAY F1",
        "3 2 DRAW",
        "3 2 PLAY W9",
        "3 3 DRAW",
        "3 3 PLAY T1",
        "2 J3",
    ]
    _, _, told = decision_of(claims(*events, deal=DEAL.replace("F2", "F1")))
    assert [told["PLAY " + tile]["shown"] for tile in ("F1", "J3", "W1")] == [1, 0, 0]
    assert [told["PLAY " + tile]["next_threw"] for tile in ("F1", "J3")] == [1, 0]
    assert [told["PLAY " + tile]["next_suit"] for tile in ("J3", "W1")] == [0.5, 0]
    assert told["PLAY J3"]["pair"] == 1 and told["PLAY F1"]["new_honour"] == 0


def test_actions_that_end_the_game_have_nothing_of_their_own() -> None:
    record = claims("2 B4", deal="1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4")
    _, found, told = decision_of(record)
    assert found[0].value > WIN_VALUE
    own = [told["HU"][name] for name in NAMES if name not in SHARED]
    assert own == [0] * len(own)


def by_loops(valued: ValuedHand, discard: int | None) -> TargetSummary:
    """The same once more, a target at a time."""
    context, targets = valued
    rows = []
    farthest = -1
    for counts, fan, claimable, distance in zip(*[part.tolist() for part in targets], strict=True):
        if discard is not None and not distance:
            continue
        farthest = max(farthest, distance)
        if discard is None or counts[discard] < context.have[discard]:
            rows.append((distance, fan, claimable))
    if farthest < 0:
        return TargetSummary(0, 0, 0.0, 0.0, 0, 0)
    full = [row for row in rows if row[1] >= MIN_FAN]
    least = min([row[0] for row in full], default=farthest + 1)
    nearest = [row for row in full if row[0] == least]
    count = max(len(nearest), 1)
    return TargetSummary(
        least,
        len(nearest),
        sum(row[1] for row in nearest) / count,
        sum(not row[2] for row in nearest) / count,
        max([row[1] for row in rows], default=0),
        min([row[0] for row in rows], default=farthest + 1),
    )


def test_what_is_in_reach(some_decisions: Decisions) -> None:
    compared = 0
    for _, found in some_decisions:
        for candidate in found:
            if candidate.valued is None:
                continue
            for discard, reach in target_summaries(candidate.valued).items():
                assert reach == by_loops(candidate.valued, discard)
                compared += reach.ways > 1
    assert compared > 1000


def test_nothing_is_in_reach_of_a_hand_without_targets(some_decisions: Decisions) -> None:
    _, found = some_decisions[0]
    valued = next(one.valued for one in found if one.valued is not None)
    none = TargetHands(*[column[:0] for column in valued.targets])
    assert set(target_summaries(ValuedHand(valued.context, none)).values()) == {by_loops(
        ValuedHand(valued.context, none), None
    )}  # fmt: skip


def test_exact_candidates_differ_only_in_what_was_looked_up(some_decisions: Decisions) -> None:
    """`explain` looks targets up for the hand that each discard leaves."""
    looked_up = (
        *("value", "size", "rate", "win", "close", "best", "gain", "distance", "ready"),
        *("ways", "fan", "dearest", "special", "short", "last"),
    )
    own = [place for place, name in enumerate(NAMES) if not any(part in name for part in looked_up)]
    assert len(own) > 35
    for state, fast in some_decisions[:6]:
        exact = list(OddsEvaluator().candidates(state, exact=True))
        one, other = candidate_features(state, fast), candidate_features(state, exact)
        by_action = {str(c.action): row for c, row in zip(exact, other.tolist(), strict=True)}
        for candidate, row in zip(fast, one.tolist(), strict=True):
            theirs = by_action[str(candidate.action)]
            assert [row[place] for place in own] == [theirs[place] for place in own]
