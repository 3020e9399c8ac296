"""Calibration: slopes against numpy's, a scale that is found again, the plays."""

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import mj_engine
from mj_bot.events import HU, PENG, Action
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import LOSS_KINDS, Loss, loss_of, loss_scale, scale_of_record
from mj_lab.explain.review.calibrating import playing_on
from mj_lab.explain.review.calibrating.calibration import (
    binned,
    by_player,
    fitted_scale,
    held_out,
    large_losses,
    scale_record,
    shown_by,
    slope_of,
)
from mj_lab.explain.review.calibrating.calibration_text import plot_losses, scale_lines, slope_lines
from mj_lab.explain.review.calibrating.playing_on import (
    Differing,
    PlayedOn,
    Question,
    drawn_at_random,
    play_on,
    played_on,
    weighed,
)
from mj_lab.explain.review.reviewing import review_games
from mj_lab.explain.review.together.players import reviewed_together
from mj_lab.explain.review.views import game_of_match
from tests.mj_lab.explain.review.calibrating.players_games import CARELESS, PLAYERS, games_of

# Of a point of value, of forecast, of danger; and more of a claim made.
TRUE = (0.6, 0.3, -0.4)
OF_CLAIMS = -0.5


def decision(match: Match, turn: int, told: float, player: str = "a") -> Differing:
    question = Question(match, 0, turn, "PLAY W2", "PLAY W1")
    loss = Loss("PLAY W1", "PLAY W2", "discard early", told, told)
    return Differing(question, player, loss)


def made_up(matches: list[Match], count: int, noise: float, seed: int) -> list[PlayedOn]:
    """Decisions whose true loss is known but for noise."""
    rng = Random(seed)
    found = []
    for turn in range(count):
        kind = rng.choice(("discard early", "claim made"))
        value, danger = rng.expovariate(0.3), rng.choice((0.0, rng.uniform(0, 4)))
        forecast = value + rng.gauss(0, 2)
        true = TRUE[0] * value + TRUE[1] * forecast + TRUE[2] * danger
        true += OF_CLAIMS * value * (kind == "claim made") + rng.gauss(0, noise)
        loss = Loss("PLAY W1", "PLAY W2", kind, value, forecast, danger)
        asked = Question(matches[turn % len(matches)], 0, turn, "PLAY W2", "PLAY W1")
        found.append(PlayedOn(Differing(asked, "ab"[turn % 2], loss), true, 2.0))
    return found


def test_a_slope_is_that_of_least_squares() -> None:
    rng = Random(1)
    shown = [rng.uniform(1, 15) for _ in range(300)]
    true = [1 + 0.5 * one + rng.gauss(0, 3) for one in shown]
    found = slope_of(shown, true)
    assert found.true_error == pytest.approx(stdev(true) / sqrt(300))
    assert found.slope == pytest.approx(np.polyfit(shown, true, 1)[0])
    assert abs(found.slope - 0.5) < 3 * found.slope_error
    with pytest.raises(ValueError, match="too few"):
        slope_of([1.0, 2.0], [1.0, 2.0])


def test_the_errors_are_as_large_as_slopes_scatter() -> None:
    rng = Random(2)
    shown = [rng.uniform(1, 15) for _ in range(80)]
    found = [slope_of(shown, [one + rng.gauss(0, 0.4 * one) for one in shown]) for _ in range(300)]
    spread = np.std([one.slope for one in found])
    assert np.mean([one.slope_error for one in found]) == pytest.approx(spread, rel=0.15)


def test_a_bin_holds_what_lies_between_its_edges() -> None:
    shown, true = np.array([0.5, 1.0, 1.5, 2.0, 3.0]), np.array([1.0, 2.0, 6.0, 3.0, 5.0])
    (found,) = binned(shown, true, [0.0, 1.0, 3.0, 9.0])
    inside = [2.0, 6.0, 3.0]
    means = {"shown": 1.5, "true": mean(inside), "error": stdev(inside) / sqrt(3), "count": 3}
    assert found == pytest.approx(means)


def test_a_scale_is_found_again(real_matches: list[Match]) -> None:
    found = fitted_scale(made_up(real_matches, 4000, 3.0, 3), loss_scale())
    early, claims = found.by_kind["discard early"], found.by_kind["claim made"]
    assert found.value + early == pytest.approx(TRUE[0], abs=0.1)
    assert (found.forecast, found.danger) == pytest.approx(TRUE[1:], abs=0.1)
    assert claims - early == pytest.approx(OF_CLAIMS, abs=0.1)
    assert found.by_kind["kong"] == 0


def test_few_and_noisy_play_outs_change_little(real_matches: list[Match]) -> None:
    found = fitted_scale(made_up(real_matches, 20, 25.0, 4), loss_scale())
    assert (found.value, found.forecast, found.danger) == pytest.approx((0.5, 0.5, 0.0), abs=0.15)
    assert max(map(abs, found.by_kind.values())) < 0.15


def test_what_is_fitted_is_what_the_engine_counts(real_matches: list[Match]) -> None:
    played = made_up(real_matches, 300, 3.0, 5)
    scale = fitted_scale(played, loss_scale())
    losses = [one.decision.loss for one in played]
    for loss, shown in zip(losses[:50], shown_by(scale, losses), strict=False):
        if loss.kind != "claim made":
            continue
        best = {"expected_score": loss.predicted, "forecast": loss.forecast, "deal_in": 0.0}
        played_row = {
            "expected_score": 0.0,
            "forecast": 0.0,
            "deal_in": loss.danger / DEAL_IN_COSTS,
        }
        found = loss_of([Action(PENG, 0)], {"PASS": best, "PENG W1": played_row}, 0, scale)
        assert found.lost == pytest.approx(shown, abs=1e-3)


def test_held_out_matches_say_what_the_scale_is_worth(real_matches: list[Match]) -> None:
    played = made_up(real_matches, 3000, 6.0, 6)
    shown = held_out(played, loss_scale())
    found = large_losses(played, shown)
    assert found is not None
    assert large_losses(played, np.ones(len(played))) is None
    assert large_losses(played, np.array([1.1, 1.5, 1.9])) is not None
    assert found.slope == pytest.approx(1, abs=3 * found.slope_error)
    assert found.slope_error < 0.1
    players = by_player(played, held_out(played, loss_scale()), {"a": 100, "b": 50}, {"a": 10})
    assert {one.player: one.graded for one in players} == {"a": 0.1, "b": 0.0}
    for one in players:
        assert one.shown == pytest.approx(one.true, abs=4 * one.true_error)
    assert players[0].player == "b"


def test_what_is_told_of_them(real_matches: list[Match], tmp_path: Path) -> None:
    played = made_up(real_matches, 400, 3.0, 7)
    scale = fitted_scale(played, loss_scale())
    record = json.loads(json.dumps(scale_record(scale, "made up")))
    assert scale_of_record(record) == scale
    assert set(record["by_kind"]) == set(LOSS_KINDS)
    shown = held_out(played, scale)
    lines = list(
        slope_lines(large_losses(played, shown), by_player(played, shown, {"a": 9, "b": 9}, {}))
    )
    assert lines[0].startswith("over 1 point: ") and len(lines) == 3
    assert "blunder from" in " ".join(scale_lines(scale))
    plot_losses(tmp_path / "plot.png", played, shown)
    assert (tmp_path / "plot.png").read_bytes()[:4] == b"\x89PNG"


def test_the_lots_fall_alike_whatever_else_is_there(real_matches: list[Match]) -> None:
    all_of_them = [decision(match, turn, 2.0) for match in real_matches[:5] for turn in range(20)]
    chosen = drawn_at_random(all_of_them, 30, seed=1)
    fewer = drawn_at_random(all_of_them[::-1][:90], 30, seed=1)
    assert len({one.digest for one in chosen}) == 30
    assert [one for one in chosen if one in fewer] == [one for one in fewer if one in chosen]
    assert len([one for one in chosen if one in fewer]) > 20
    assert [one.digest for one in drawn_at_random(all_of_them, 30, seed=2)] != [
        one.digest for one in chosen
    ]


def test_large_losses_are_drawn_as_often_as_small_ones(real_matches: list[Match]) -> None:
    told = [1.5] * 40 + [3.0] * 20 + [5.0] * 4 + [9.0] * 20
    decisions = [decision(real_matches[0], turn, lost) for turn, lost in enumerate(told)]
    chosen = drawn_at_random(decisions, 28, seed=1)
    counts = [one.loss.predicted for one in chosen]
    assert {lost: counts.count(lost) for lost in set(told)} == {1.5: 8, 3.0: 8, 5.0: 4, 9.0: 8}
    # So each stands for as many as were not drawn of its band.
    stand = {
        one.decision.loss.predicted: one.stands_for
        for one in weighed(decisions, list(zip(chosen, counts, strict=True)))
    }
    assert stand == {1.5: 5, 3.0: 2.5, 5.0: 1, 9.0: 2.5}


@pytest.fixture
def won(recorded: Callable[[str], tuple[dict[str, Any], ...]]) -> Question:
    """A recorded win: to pass it instead costs what no world gives back."""
    for record in recorded("botzone_matches"):
        match = Match.model_validate(record)
        winner = match.result.player
        last = len(match.requests) - 1
        if match.result.action != HU or winner is None:
            continue
        if match.requests[last][winner].startswith("3"):
            return Question(match, winner, last, "HU", "PASS")
    raise AssertionError("no match was won on a discard")


@pytest.mark.parametrize("worlds", ["sampled", "walls"])
def test_a_loss_is_the_wins_score_less_what_comes_of_passing(won: Question, worlds: Any) -> None:
    mean, error = play_on(won, 20, "greedy", worlds=worlds)
    assert (mean, error) == play_on(won, 20, "greedy", worlds=worlds)
    assert error > 0
    # Passed, the game ends as in the worlds dealt; the win pays the recorded score in each of them.
    game = mj_engine.Game(won.match.wall, won.match.quan)
    for turn in range(won.turn):
        game.submit(won.match.replies(turn))
    lot = crc32(f"{won.match.id}/{won.seat}/{won.turn}".encode())
    actions = ["HU", "PASS"]
    made = mj_engine.playouts(game, actions, 20, "greedy", lot, worlds=worlds, seat=won.seat)
    assert made[0].tolist() == [list(won.match.scores)] * 20
    assert mean == pytest.approx(won.match.scores[won.seat] - made[1, :, won.seat].mean())


def test_an_action_loses_nothing_against_itself_in_the_same_worlds(won: Question) -> None:
    assert play_on(won._replace(best="PASS"), 20, "random") == (0.0, 0.0)


def test_a_record_that_departs_is_refused(won: Question) -> None:
    rows = [list(row) for row in won.match.requests]
    rows[won.turn][won.seat] = "3 0 PLAY W1"
    changed = won.match.model_copy(update={"requests": tuple(tuple(row) for row in rows)})
    if changed.requests == won.match.requests:
        pytest.skip("the same discard by chance")
    with pytest.raises(ValueError, match="departs"):
        play_on(won._replace(match=changed), 2, "greedy")


def test_what_is_in_the_store_is_not_played_again(
    real_matches: list[Match], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(one: Question, *_: object) -> tuple[float, float]:
        asked.append(one.turn)
        return one.turn + 0.5, 1.0

    monkeypatch.setattr(playing_on, "play_on", counted)
    store = tmp_path / "store.jsonl"
    decisions = [decision(real_matches[0], turn, 2.0) for turn in (3, 5, 7)]

    def played(some: list[Differing], count: int, times: int = 100) -> dict[int, float]:
        going = played_on(some, count, 1, times, "odds", store)
        return {one.question.turn: true for one, true in going}

    played(decisions[:2], 9)
    assert played(decisions, 9) == {3: 3.5, 5: 5.5, 7: 7.5}
    assert sorted(asked) == [3, 5, 7]
    # What was played on before counts without being drawn.
    assert played(decisions, 0) == {3: 3.5, 5: 5.5, 7: 7.5}
    played(decisions, 9, 50)
    assert sorted(asked) == [3, 3, 5, 5, 7, 7]
    kept = json.loads(store.read_text().splitlines()[0])
    for damaged in ({}, {**kept, "match": []}):
        store.write_text(json.dumps(damaged) + "\n")
        with pytest.raises(ValueError, match="line 1"):
            played(decisions, 9)


@pytest.mark.slow
def test_accuracy_is_in_the_order_of_strength_and_careless_play_falls() -> None:
    """By fifteen games of each player, its seats alone."""
    accuracy = {}
    for player in (*PLAYERS, CARELESS):
        matches = [Match.model_validate_json(line) for line in games_of(player, 15, "order")]
        games = [
            game._replace(views=tuple(view for view in game.views if view.player == player))
            for game in map(game_of_match, matches)
        ]
        players = reviewed_together(list(review_games(games, ADVISER)), "player")["players"]
        (found,) = [one for one in players if one["name"] == player]
        accuracy[player] = found["accuracy"]["mean"]
    assert [accuracy[player] for player in PLAYERS] == sorted(
        accuracy[player] for player in PLAYERS
    )
    assert accuracy[CARELESS] < 40
    assert accuracy["learned"] == 100
