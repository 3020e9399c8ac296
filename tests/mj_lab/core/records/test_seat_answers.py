"""What a seat answered, also where another seat's claim came first."""

from collections import Counter
from pathlib import Path

import pytest

from mj_bot.events import CHI, PASS, parse_response
from mj_bot.tactics import load
from mj_lab.core.records.formats.seat_record import may_be, seat_of
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.hand_at_table import folded
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.analysis.recorded_turns import turns_beside
from mj_lab.explain.review.reviewing import review_seat
from tests.mj_lab.core.records.convert.judged import judged_games


def test_a_game_from_an_archive_says_what_every_seat_answered() -> None:
    """The judge's own matches know every answer; an archive names pre-empted ones apart."""
    preempted: Counter[str] = Counter()
    for match in judged_games(40, seed="answers"):
        told = folded(hand_of(match)._replace(scores=match.scores))
        for seat in range(4):
            view = seat_of(told, seat)
            for turn, row in enumerate(match.responses):
                answer = view.answer(turn)
                assert answer is not None and view.is_recorded(turn)
                assert may_be(parse_response(row[seat]), answer)
                if turn in view.preempted:
                    assert told.responses[turn][seat] == PASS
                    preempted[answer.kind] += 1
    assert preempted[CHI] > 0


def _lost(match: Match, seat: int) -> dict[int, tuple[str, float]]:
    review = review_seat(seat_of(match, seat), load("odds", seed=0), loss_scale())
    return {one.turn: (one.loss.played, one.loss.lost) for one in review.decisions}


@pytest.mark.slow
@pytest.mark.foreign
def test_a_claim_that_was_made_is_no_mistake_where_another_came_first(data_folder: Path) -> None:
    """The recorded `Player 0 Hu W7 Ignore Player 2 Hu W7` was a pass that cost 24.6 points."""
    path = data_folder / "botzone_games_sample.txt"
    wins = 0
    for match in read_matches(path):
        for turn, seat, wish in match.preempted:
            played, lost = _lost(match, seat)[turn]
            assert played.split()[0] == wish.split()[0]
            wins += wish == "HU"
            assert wish != "HU" or lost == 0
    assert wins > 0


def test_what_is_not_on_record_is_no_decision() -> None:
    (match,) = judged_games(1, seed="untold")
    view = seat_of(match, 0)
    asked = [one.turn for one in turns_beside(view, load("greedy")) if len(one.legal) > 1]
    hidden = view._replace(untold=frozenset(asked[:3]))
    seen = {one.turn: one for one in turns_beside(hidden, load("greedy"))}
    assert all(seen[turn].response == "" and not seen[turn].meant for turn in asked[:3])
    review = review_seat(hidden, load("odds", seed=0), loss_scale())
    assert {one.turn for one in review.decisions} == set(asked[3:])
    assert review.illegal == 0
