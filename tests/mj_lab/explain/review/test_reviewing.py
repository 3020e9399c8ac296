"""Seats reviewed: losses held against the list of decisions, luck, one seat's view."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.state import GameState
from mj_engine.learned import HALVING, accuracy_of
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.options import ADVISER
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import (
    GRADES,
    LOSS_KINDS,
    LossScale,
    points_at_hand,
)
from mj_lab.explain.review import page
from mj_lab.explain.review.reviewing import review_games, review_seat
from mj_lab.explain.review.summary import game_record, seat_record, worst_of
from mj_lab.explain.review.together.report import report_of
from mj_lab.explain.review.views import game_of_match, recorded_games

DATA = Path(__file__).resolve().parents[3] / "data"
LIMITS = {"slight": 1.0, "mistake": 3.0, "blunder": 8.0}
AS_TOLD = LossScale(1.0, 0.0, 0.0, dict.fromkeys(LOSS_KINDS, 0.0), 0.1, 0.0, LIMITS)


class Telling:
    """Plays the first of the legal actions (a win, if any) and values each a point less."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[0]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        return [
            {"action": str(action), "expected_score": 5.0 - place, "win_chance": 0.5 / (1 + place)}
            for place, action in enumerate(action_space(state))
        ]


def expected_losses(match: Match, seat: int) -> list[tuple[int, float]]:
    """Turn and points lost of each legal answer, counted anew: places in the list of actions."""
    found = []
    for decision in decisions_of_seat(match, seat):
        legal, chosen = action_space(decision.state), decision.chosen
        place = next((i for i, one in enumerate(legal) if chosen and one.same(chosen)), None)
        if place is None:
            continue
        top = 5.0
        if legal[0].kind == HU:
            top = points_at_hand(decision.state, legal[0].fan)
        found.append((decision.turn, top - (5.0 - place) if place else 0.0))
    return found


def test_losses_are_those_of_the_recorded_decisions(real_matches: list[Match]) -> None:
    lost = 0.0
    for match in real_matches[:12]:
        for view in game_of_match(match).views:
            review = review_seat(view, Telling(), AS_TOLD)
            ours = [(one.turn, one.loss.lost) for one in review.decisions]
            assert ours == expected_losses(match, view.seat)
            assert review.illegal == 0
            lost += review.points_lost
    assert lost > 0


def test_luck_and_losses_make_the_score(real_matches: list[Match]) -> None:
    for match in real_matches:
        for view in game_of_match(match).views:
            review = review_seat(view, Telling(), AS_TOLD)
            luck = seat_record(review)["luck"]
            total = luck.pop("total")
            # Of the wall alone: what the first hand is worth.
            assert luck["deal"] == pytest.approx(review.decisions[0].expected_score, abs=5e-5)
            # Each is rounded to four digits.
            assert sum(luck.values()) == pytest.approx(total, abs=3e-4)
            assert total - review.points_lost == pytest.approx(match.scores[view.seat], abs=1e-4)


def test_one_seats_view_is_reviewed_as_the_whole_match(
    tmp_path: Path, real_matches: list[Match]
) -> None:
    match, path = real_matches[1], tmp_path / "request.json"
    for seat in range(4):
        requests = [row[seat] for row in match.requests]
        responses = [row[seat] for row in match.responses]
        path.write_text(json.dumps({"requests": requests, "responses": responses}))
        (game,) = recorded_games(path)
        (view,) = game.views
        assert (view.seat, view.score) == (seat, None)
        alone = review_seat(view, Telling(), AS_TOLD)
        whole = review_seat(game_of_match(match).views[seat], Telling(), AS_TOLD)
        assert alone.decisions == whole.decisions
        assert seat_record(alone)["luck"]["total"] is None
        # The answer to the last request may not be given yet.
        path.write_text(json.dumps({"requests": requests, "responses": responses[:-1]}))
        (game,) = recorded_games(path)
        assert review_seat(game.views[0], Telling(), AS_TOLD).decisions == tuple(
            one for one in whole.decisions if one.turn < len(requests) - 1
        )


def test_answers_that_are_not_legal_are_counted_and_left_out(
    recorded: Callable[[str], tuple[dict[str, Any], ...]],
) -> None:
    illegal = 0
    for record in recorded("faulty_games")[:40]:
        match = Match.model_validate(record)
        for view in game_of_match(match).views:
            review = review_seat(view, Telling(), AS_TOLD)
            legal = [turn for turn, _ in expected_losses(match, view.seat)]
            assert [one.turn for one in review.decisions] == legal
            all_of_them = sum(1 for _ in decisions_of_seat(match, view.seat))
            assert review.illegal == all_of_them - len(legal)
            illegal += review.illegal
    assert illegal


def test_the_adviser_loses_nothing_against_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(wall_of_seed("review"))
    turns = play(game, [player_of(ADVISER)(seat) for seat in range(4)])
    match = match_of(game, turns, "own", [ADVISER] * 4)
    (made,) = review_games([game_of_match(match)], ADVISER)
    for seat in made.seats:
        assert seat.decisions
        record = seat_record(seat)
        assert (record["points_lost"], record["accuracy"]) == (0, 100)
    monkeypatch.setattr(page, "MOST_GAMES_DATA", 1)  # The first game is on it whatever its size.
    data = page.review_data(report_of([made, made], "player", ADVISER))
    assert (data["left_out"], len(data["matches"])) == (1, 1)


@pytest.mark.thorough
def test_a_worse_player_loses_points_and_the_worst_come_first() -> None:
    match = next(read_matches(DATA / "matches.jsonl.gz"))
    (made,) = review_games([game_of_match(match)], "odds")
    for seat, player in zip(made.seats, match.players, strict=True):
        assert seat.player == player
        worst = [one.loss.lost for one in worst_of(seat)]
        assert worst == sorted((one.loss.lost for one in seat.decisions), reverse=True)[:5]
        record = seat_record(seat)
        assert sum(kind["points_lost"] for kind in record["kinds"].values()) == pytest.approx(
            record["points_lost"], abs=0.01
        )
        for mistake in record["mistakes"]:
            assert mistake["grade"] in GRADES
            assert mistake["played"] != mistake["best"]
    random = made.seats[list(match.players).index("random")]
    assert random.points_lost == max(seat.points_lost for seat in made.seats)


@pytest.mark.thorough
def test_two_processes_find_the_same() -> None:
    """Of games of some 50 turns."""
    found = recorded_games(DATA / "judged_games.jsonl.gz")
    games = [one for one in found if one.id in ("judged-34", "judged-118")]
    one, two = (list(review_games(games, "odds", jobs=jobs)) for jobs in (1, 2))
    assert len(one) == 2
    assert [game_record(game) for game in one] == [game_record(game) for game in two]


@pytest.mark.parametrize("name", ["expectimax@depth=1,seconds=0", "learned"])
def test_others_tell_points_too(name: str) -> None:
    games = list(recorded_games(DATA / "matches.jsonl.gz"))[:1]
    (made,) = review_games(games, name)
    losses = [one.loss.lost for seat in made.seats for one in seat.decisions]
    assert min(losses) == 0 and max(losses) > 1


@pytest.mark.parametrize("name", sorted(set(tactics.names()) - {"odds", "expectimax", "learned"}))
def test_a_tactic_without_points_is_refused(name: str) -> None:
    games = list(recorded_games(DATA / "matches.jsonl.gz"))[:1]
    with pytest.raises(ValueError, match="no expected points"):
        list(review_games(games, name))


def test_accuracy_falls_by_half() -> None:
    found = [accuracy_of(lost) for lost in (0, HALVING / 4, HALVING, 2 * HALVING, 9 * HALVING)]
    assert found[0] == 100
    assert found == sorted(found, reverse=True)
    assert found[2:4] == [50, 25]
