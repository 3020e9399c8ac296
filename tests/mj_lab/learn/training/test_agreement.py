"""Agreement: the counts against those of a slow and simple count, example by example."""

import math

import numpy as np
import pytest

from mj_bot.nets.moves import FIRST_CHOW, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_lab.learn.training.agreement import TeacherAgreement
from tests.mj_lab.learn.training.stand_in import StandIn

COUNT = 400


def scored(seed: int) -> tuple[dict[str, np.ndarray], np.ndarray]:
    batch = next(StandIn(COUNT, "columns", seed=seed).batches("test", COUNT))
    rng = np.random.default_rng(seed)
    # Few different scores, so that there are ties; half of the choices are the teacher's.
    scores = rng.integers(0, 6, batch["mask"].shape).astype(np.float32)
    rows = np.flatnonzero(rng.random(COUNT) < 0.5)
    scores[rows, batch["move"][rows]] = 7
    return batch, np.where(batch["mask"], scores, -np.inf).astype(np.float32)


def test_counts_are_those_of_a_slow_count() -> None:
    agreement = TeacherAgreement()
    first = three = discards = 0
    claims = {name: [0, 0, 0] for name in ("pung", "chow")}
    hits: dict[int, list[int]] = {}
    for seed in (1, 2):
        batch, scores = scored(seed)
        agreement.add(batch, scores)
        for row in range(COUNT):
            legal = np.flatnonzero(batch["mask"][row]).tolist()
            move, kind = int(batch["move"][row]), int(batch["kind"][row])
            order = sorted(legal, key=lambda one: (-scores[row, one], one))
            if kind == 0 and len(legal) > 1:
                discards += 1
                first += order[0] == move
                three += move in order[:3]
                hits.setdefault(int(batch["game"][row]), []).append(order[0] == move)
            for name, moves in (
                ("pung", [PUNG_MOVE]),
                ("chow", [FIRST_CHOW, FIRST_CHOW + 1, FIRST_CHOW + 2]),
            ):
                if kind == 1 and set(moves) & set(legal):
                    claims[name][0] += move in moves
                    claims[name][1] += order[0] in moves
                    claims[name][2] += move in moves and order[0] in moves
    found = agreement.as_json()
    assert found["examples"] == 2 * COUNT
    assert found["discards"]["first"]["count"] == discards
    assert found["discards"]["first"]["share"] == pytest.approx(first / discards)
    assert found["discards"]["first_three"]["share"] == pytest.approx(three / discards)
    for name, (theirs, ours, both) in claims.items():
        assert theirs > 20
        assert ours > 20
        told = found["claims"][name]
        assert (told["teacher"], told["network"]) == (theirs, ours)
        assert told["precision"] == pytest.approx(both / ours)
        assert told["recall"] == pytest.approx(both / theirs)
    # The error of a ratio whose draws are games.
    mean, games = first / discards, len(hits)
    off = [sum(one) - mean * len(one) for one in hits.values()]
    spread = sum(part**2 for part in off) / (games - 1)
    error = math.sqrt(spread / games) / (discards / games)
    assert found["discards"]["first"]["error"] == pytest.approx(error)


def test_what_discards_lose_by_the_teachers_values() -> None:
    # Legal: tiles 0, 1, 2; the teacher takes 0, the network the tile of the highest score.
    values = np.full((3, MOVE_COUNT), np.nan, np.float32)
    values[:, :3] = [[4.0, 3.99, 1.0], [4.0, 3.99, 1.0], [4.0, 2.0, np.nan]]
    scores = np.full((3, MOVE_COUNT), -np.inf, np.float32)
    scores[:, :3] = [[2, 1, 0], [1, 0, 2], [0, 1, 2]]
    batch = {
        "mask": scores > -np.inf, "move": np.zeros(3, np.int64), "kind": np.zeros(3, np.int64),
        "game": np.arange(3), "values": values,
    }  # fmt: skip
    agreement = TeacherAgreement()
    agreement.add(batch, scores)
    found = agreement.as_json()
    # The third has a legal tile without a value.
    assert found["lost"]["count"] == 2
    assert found["lost"]["points"] == pytest.approx((0.0 + 3.0) / 2)
    almost = found["discards"]["first_of_almost_equal"]
    assert (almost["count"], almost["share"]) == (2, 0.5)


def test_where_a_network_has_no_opinion_nothing_is_counted() -> None:
    batch, scores = scored(1)
    scores[:, PASS_MOVE:] = -np.inf
    agreement = TeacherAgreement()
    agreement.add(batch, scores)
    found = agreement.as_json()
    assert set(found["kinds"]) == {"discard"}
    assert all(one["legal"] == 0 for one in found["claims"].values())
    assert found["claims"]["pung"]["precision"] is None


def test_equal_scores_are_no_agreement_by_chance() -> None:
    batch, scores = scored(1)
    agreement = TeacherAgreement()
    agreement.add(batch, np.where(batch["mask"], 0, -np.inf).astype(np.float32))
    rows = batch["kind"] == 0
    lowest = batch["mask"][rows].argmax(axis=1) == batch["move"][rows]
    several = batch["mask"][rows].sum(axis=1) > 1
    share = agreement.as_json()["discards"]["first"]["share"]
    assert share == pytest.approx(lowest[several].mean())
