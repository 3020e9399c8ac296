"""Fans, decisions and reviews in node: the native engine's values, and Python's."""

import random
import statistics
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.tactics import load
from mj_bot.tiles import code_of, codes_of, tiles_from_counts
from mj_engine.learned import Learned
from mj_engine.odds import effective_tiles
from mj_lab.core.records.formats.seat_record import seat_of, seat_record_of
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.review.reviewing import review_seat
from tests.mj_lab.web.site.comparing import (
    decision_difference,
    decisions_of,
    fan_difference,
    games,
    spoilt,
)
from tests.mj_lab.web.site.in_node import InNode, InNodeError
from tests.recorded import Recorded

pytestmark = pytest.mark.thorough


def whole(*values: Any) -> Any:
    """A parameter for the whole bar, as `-m slow -s` shows it."""
    return pytest.param(*values, marks=[pytest.mark.slow, pytest.mark.timeout(0)])


@pytest.mark.parametrize("count", [500, whole(10_000)])
def test_fans_are_the_native_engines(node: InNode, count: int) -> None:
    rng = random.Random(5)
    found = [fan_difference(node, rng) for _ in range(count)]
    assert [one for one in found if one] == []


@pytest.mark.parametrize(("share", "count"), [(0.5, 100), whole(0.1, 2_000)])
def test_decisions_are_the_native_engines(node: InNode, share: float, count: int) -> None:
    native, rng, spent = Learned(), random.Random(12), []
    for played in games(node, ["odds", "greedy", "odds", "random"], "decided", 5_000):
        for asked, state in decisions_of(played.native):
            if rng.random() < share:
                told = node.ask("decide", **asked)
                spent.append(node.ms)
                assert decision_difference(told, state, native) is None, (asked, state)
        if len(spent) >= count:
            break
    cuts = statistics.quantiles(spent, n=100)
    print(
        f"{len(spent)} decisions: median {statistics.median(spent):.1f} ms,"
        f" 99th percent {cuts[98]:.1f} ms, longest {max(spent):.1f} ms;"
        f" ready in {node.ask('ready')['ready']:.0f} ms"
    )
    assert len(spent) >= count


def test_what_a_seat_knows_is_pythons_in_recorded_games(node: InNode, recorded: Recorded) -> None:
    """State and legal actions from the requests alone; kongs and flowers too."""
    rng, compared = random.Random(3), 0
    for name in ("judged_games", "rare_games"):
        for match in recorded(name)[:12]:
            for asked, state in decisions_of(match):
                if rng.random() < 0.5:
                    continue
                compared += 1
                told = node.ask("decide", **{**asked, "tactic": "greedy"})
                if compared % 10 == 0:
                    assert node.ask("effective", **asked) == effective_tiles(state)
                legal = action_space(state)
                assert told["legal"] == [[str(one), one.fan] for one in legal]
                assert told["response"] == str(load("greedy", seed=0)(state))
                _same_state(told["state"], state)
    assert compared > 100


def _same_state(told: dict[str, Any], state: Any) -> None:
    assert told["hand"] == codes_of(tiles_from_counts(state.hand)).split()
    for key in ("seat", "prevalent_wind", "turn", "unseen", "walls", "flowers"):
        assert told[key] == getattr(state, key), key
    for key in ("drawn", "offered"):
        tile = getattr(state, key)
        assert told[key] == (None if tile is None else code_of(tile)), key
    assert told["discards"] == [
        [[code_of(one.tile), one.claimed_by] for one in row] for row in state.discards
    ]
    assert told["melds"] == [
        [
            {
                "kind": meld.kind,
                "tile": None if meld.tile is None else code_of(meld.tile),
                "offer": meld.offer,
                "added": meld.added,
            }
            for meld in row
        ]
        for row in state.melds
    ]


def test_requests_that_are_no_game_are_refused_as_python_refuses_them(node: InNode) -> None:
    deal = "1 0 0 0 0 W1 W1 W1 W2 B4 B5 B6 B7 T8 T8 F1 F1 J2"
    games_of_none = [
        ["1 0 0 0 0"],
        [deal],
        ["0 0 0", "0 0 0"],
        ["0 4 0"],
        ["0 0 0", deal + " J9"],
        ["0 0 0", deal.replace("W2", "W1").replace("B4", "W1")],
        ["0 0 0", deal, "2 H1"],
        ["0 0 0", deal, "2 J2", "3 0 PLAY W9"],
        ["0 0 0", deal, "3 1 DRAW", "3 1 PLAY F1", "3 2 CHI F1 F1"],
        ["0 0 0", deal, "3 1 DRAW", "3 1 PLAY W3", "3 3 CHI W3 T1"],
        ["0 0 0", deal, "3 1 DRAW", "3 1 PLAY W1", "3 2 PENG T1"],
        ["0 0 0", deal, "3 1 DRAW", "3 1 BUGANG T1"],
        ["0 0 0", deal, "3 1 DANCE"],
        ["0 0 0", deal, ""],
    ]
    for requests in games_of_none:
        with pytest.raises((ValueError, IndexError)):
            load_json({"requests": requests, "responses": []})
        with pytest.raises(InNodeError):
            node.ask("decide", requests=requests, responses=[])


_WORDS = ["W1", "T9", "J3", "H1", "0", "3", "9", "PLAY", "PENG", "GANG", "CHI", "DRAW", "BUHUA"]


def test_requests_spoilt_at_random_are_refused_or_read_as_python_reads_them(
    node: InNode, recorded: Recorded
) -> None:
    """The engine may refuse more than Python does, never less; and nothing ends it."""
    rng, read, refused = random.Random(8), 0, 0
    for match in [*recorded("judged_games")[:5], *recorded("rare_games")[:15]]:
        for _ in range(20):
            seat = rng.randrange(4)
            whole = [row[seat] for row in match["requests"]]
            said = [row[seat] for row in match["responses"]]
            wrong = spoilt(whole[: rng.randrange(3, len(whole) + 1)], rng, whole, _WORDS)
            asked = {"requests": wrong, "responses": said[: len(wrong) - 1]}
            try:
                told = node.ask("decide", **asked, tactic="greedy")
            except InNodeError:
                refused += 1
                continue
            state = load_json(asked)
            read += 1
            assert told["legal"] == [[str(one), one.fan] for one in action_space(state)]
            _same_state(told["state"], state)
    assert min(read, refused) > 20


def test_a_review_is_mj_labs(node: InNode) -> None:
    """Every decision of two seats, by the tactic in Python; the native engine's own tests hold its
    values to 1e-4 of Python's, so the four digits that a loss has may differ in the last."""
    played = next(iter(games(node, ["greedy", "random", "odds", "odds"], "reviewed", 1)))
    match = Match.model_validate(played.native)
    for seat in (0, 1):
        expected = review_seat(seat_of(match, seat), load("learned", seed=0), loss_scale())
        told = node.ask("review", record=played.native, seat=seat)
        assert (told["seat"], told["illegal"]) == (seat, expected.illegal)
        assert len(told["decisions"]) == len(expected.decisions)
        for mine, one in zip(told["decisions"], expected.decisions, strict=True):
            loss, offered = one.loss, one.offered
            same = {"turn": one.turn, "played": loss.played, "best": loss.best}
            same |= {"own_draw": one.own_draw, "kind": loss.kind, "grade": loss.grade}
            same |= {"tile": None if offered is None else code_of(offered)}
            assert {key: mine[key] for key in same} == same
            for key, value in (("told", loss.predicted), ("lost", loss.lost)):
                assert mine[key] == pytest.approx(value, abs=2e-4)
            assert mine["win_chance"] == pytest.approx(one.win_chance, abs=1e-4)
            assert mine["expected_score"] == pytest.approx(one.expected_score, abs=1e-4)


def test_what_one_seat_saw_is_reviewed_as_the_whole_record(node: InNode) -> None:
    played = next(iter(games(node, ["greedy"] * 4, "one seat", 1)))
    record = played.native
    one = {key: [row[2] for row in record[key]] for key in ("requests", "responses")}
    assert seat_record_of(one).seat == 2
    assert node.ask("review", record=one, seat=0) == node.ask("review", record=record, seat=2)


def test_claims_that_another_came_before_and_answers_not_on_record(node: InNode) -> None:
    """A claim without its discard counts as the best of it; what is not known is left out."""
    played = next(iter(games(node, ["greedy"] * 4, "claims", 1)))
    record = played.native
    whole = node.ask("review", record=record, seat=0)["decisions"]
    claims = [one for one in whole if one["played"].startswith(("PENG", "CHI"))]
    kept = whole[0]["turn"]
    untold = node.ask("review", record={**record, "untold": [[kept, 0]]}, seat=0)["decisions"]
    assert untold == whole[1:]
    for one in claims:
        kind = " ".join(one["played"].split()[:-1])
        told = {**record, "preempted": [[one["turn"], 0, kind]]}
        found = node.ask("review", record=told, seat=0)["decisions"]
        again = next(other for other in found if other["turn"] == one["turn"])
        assert again["lost"] <= one["lost"]
        assert again["played"].startswith(kind)
