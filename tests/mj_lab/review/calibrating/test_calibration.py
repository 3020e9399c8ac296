"""Calibration: slopes against numpy's, lines that are found again, limits, the plays."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from mj_bot.events import HU
from mj_lab.analysis.losses import Line, Loss, LossScale
from mj_lab.records.match import Match
from mj_lab.review.calibrating import playing_on
from mj_lab.review.calibrating.calibration import (
    fitted_scale,
    held_out,
    limits_of,
    scale_record,
    slope_of,
    slopes_by_kind,
)
from mj_lab.review.calibrating.calibration_text import plot_losses, scale_lines, slope_lines
from mj_lab.review.calibrating.playing_on import (
    PlayedOn,
    Question,
    drawn_at_random,
    play_on,
    played_on,
)
from mj_lab.review.reviewing import Reviewed


def question(match: Match, turn: int, told: float, kind: str = "discard") -> Question:
    loss = Loss("PLAY W1", "PLAY W2", kind, told, told, None)
    return Question(match, 0, Reviewed(turn, loss, 0.5, 1.0, True))


def made_up(matches: list[Match], kind: str, line: Line, seed: int) -> list[PlayedOn]:
    """Decisions whose true loss is on a line but for noise of 1 and a scatter of 2."""
    rng = Random(seed)
    found = []
    for turn in range(400):
        told = rng.uniform(1, 15)
        true = line.offset + line.slope * told + rng.gauss(0, 1) + rng.gauss(0, 2)
        one = question(matches[turn % len(matches)], turn, told, kind)
        found.append(PlayedOn(one, true, 1.0))
    return found


def test_a_slope_is_that_of_least_squares() -> None:
    rng = Random(1)
    told = [rng.uniform(1, 15) for _ in range(300)]
    true = [1 + 0.5 * one + rng.gauss(0, 3) for one in told]
    found = slope_of(told, true, [3.0] * 300)
    slope, offset = np.polyfit(told, true, 1)
    assert found.line == pytest.approx((offset, slope))
    assert abs(found.line.slope - 0.5) < 3 * found.slope_error
    # All the scatter is noise of playing on.
    assert found.scatter < 1
    assert found.own_noise == 3


def test_the_errors_are_as_large_as_slopes_scatter() -> None:
    rng = Random(2)
    told = [rng.uniform(1, 15) for _ in range(80)]
    found = [
        slope_of(told, [one + rng.gauss(0, 0.4 * one) for one in told], [1.0] * 80)
        for _ in range(300)
    ]
    spread = np.std([one.line.slope for one in found])
    assert np.mean([one.slope_error for one in found]) == pytest.approx(spread, rel=0.15)


def test_a_kind_that_is_told_rightly_has_no_line_of_its_own(real_matches: list[Match]) -> None:
    played = made_up(real_matches, "discard", Line(0.0, 1.0), 3)
    played += made_up(real_matches, "claim made", Line(2.5, 0.5), 4)
    scale = fitted_scale(played)
    assert set(scale.lines) == {"claim made"}
    assert scale.lines["claim made"] == pytest.approx((2.5, 0.5), abs=0.6)
    slopes = slopes_by_kind(played, scale)
    assert slopes["claim made"].line.slope == pytest.approx(1, abs=0.15)
    assert scale.limits == limits_of(2)


def test_held_out_matches_say_what_the_scale_is_worth(real_matches: list[Match]) -> None:
    played = made_up(real_matches, "claim missed", Line(-2.0, 0.4), 5)
    assert slopes_by_kind(played)["all"].line.slope == pytest.approx(0.4, abs=0.1)
    found = held_out(played)
    assert found.decisions == len(played)
    assert found.line.slope == pytest.approx(1, abs=0.2)


def test_too_few_decisions() -> None:
    with pytest.raises(ValueError, match="too few"):
        slope_of([1.0, 2.0], [1.0, 2.0], [1.0, 1.0])


def test_what_is_told_of_them(real_matches: list[Match], tmp_path: Path) -> None:
    played = made_up(real_matches, "discard", Line(3.0, 1.0), 6)
    scale = fitted_scale(played)
    record = json.loads(json.dumps(scale_record(scale, "made up")))
    assert LossScale({"discard": Line(*record["lines"]["discard"])}, record["limits"]) == scale
    assert next(slope_lines(slopes_by_kind(played))).startswith("all            400")
    assert "blunder from" in " ".join(scale_lines(scale))
    plot_losses(tmp_path / "plot.png", played)
    assert (tmp_path / "plot.png").read_bytes()[:4] == b"\x89PNG"


def test_the_lots_fall_alike_whatever_else_is_there(real_matches: list[Match]) -> None:
    all_of_them = [question(match, turn, 2.0) for match in real_matches[:5] for turn in range(20)]
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
    questions = [question(real_matches[0], turn, lost) for turn, lost in enumerate(told)]
    chosen = [one.decision.loss.predicted for one in drawn_at_random(questions, 28, seed=1)]
    assert {lost: chosen.count(lost) for lost in set(told)} == {1.5: 8, 3.0: 8, 5.0: 4, 9.0: 8}
    assert len(drawn_at_random(questions, 1000, seed=1)) == len(told)


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
            loss = Loss("PASS", "HU", "win passed", 30.0, 30.0, "blunder")
            return Question(match, winner, Reviewed(last, loss, 1.0, 30.0, False))
    raise AssertionError("no match was won on a discard")


def test_a_loss_is_the_wins_score_less_what_comes_of_passing(won: Question) -> None:
    mj_engine = pytest.importorskip("mj_engine", reason="mj_engine is not built: make engine")
    mean, error = play_on(won, 20, "greedy")
    assert (mean, error) == play_on(won, 20, "greedy")
    assert error > 0
    # Passed, the game ends as in the worlds dealt; the win pays the recorded score in each of them.
    game = mj_engine.Game(won.match.wall, won.match.quan)
    for turn in range(won.decision.turn):
        game.submit(won.match.replies(turn))
    lot = crc32(f"{won.match.id}/{won.seat}/{won.decision.turn}".encode())
    actions = ["HU", "PASS"]
    made = mj_engine.playouts(game, actions, 20, "greedy", lot, worlds="sampled", seat=won.seat)
    assert made[0].tolist() == [list(won.match.scores)] * 20
    assert mean == pytest.approx(won.match.scores[won.seat] - made[1, :, won.seat].mean())


def test_an_action_loses_nothing_against_itself_in_the_same_worlds(won: Question) -> None:
    pytest.importorskip("mj_engine._core", reason="mj_engine is not built: make engine")
    loss = Loss("PASS", "PASS", None, 0.0, 0.0, None)
    alike = won._replace(decision=won.decision._replace(loss=loss))
    assert play_on(alike, 20, "random") == (0.0, 0.0)


def test_a_record_that_departs_is_refused(won: Question) -> None:
    pytest.importorskip("mj_engine._core", reason="mj_engine is not built: make engine")
    rows = [list(row) for row in won.match.requests]
    rows[won.decision.turn][won.seat] = "3 0 PLAY W1"
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
        asked.append(one.decision.turn)
        return one.decision.turn + 0.5, 1.0

    monkeypatch.setattr(playing_on, "play_on", counted)
    store = tmp_path / "store.jsonl"
    questions = [question(real_matches[0], turn, 2.0) for turn in (3, 5, 7)]
    list(played_on(questions[:2], 100, "odds", store))
    found = list(played_on(questions, 100, "odds", store))
    assert asked == [3, 5, 7]
    assert [one.loss for one in found] == [3.5, 5.5, 7.5]
    list(played_on(questions, 50, "odds", store))
    assert asked == [3, 5, 7, 3, 5, 7]
    kept = json.loads(store.read_text().splitlines()[0])
    for damaged in ({}, {**kept, "match": []}):
        store.write_text(json.dumps(damaged) + "\n")
        with pytest.raises(ValueError, match="line 1"):
            list(played_on(questions, 100, "odds", store))


def test_without_the_fast_table(won: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "mj_engine", None)
    with pytest.raises(ValueError, match="make engine"):
        play_on(won, 2, "odds")
