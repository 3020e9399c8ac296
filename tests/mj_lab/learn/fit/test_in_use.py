"""How well a curve in use predicts games: people's hands recounted."""

import math
from pathlib import Path

import pytest

from mj_bot.events import SEATS
from mj_bot.odds.evaluator import OddsEvaluator
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches
from mj_lab.learn.fit import win_chance
from mj_lab.learn.fit.fitting import fit_model
from mj_lab.learn.fit.games import TooFewGamesError, drawn_decisions, own_discards, read_games

TZIAKCHA, SALASASA, NATIVE = "tziakcha_match.json", "salasasa_match.json", "salasasa_native.json"
ONE_HAND = "tziakcha_hand_raw.json"


@pytest.mark.foreign
def test_a_hand_of_both_platforms_counts_once(data_folder: Path) -> None:
    """And the form that knows more of it is taken, whatever comes first."""
    both = [data_folder / TZIAKCHA, data_folder / SALASASA]
    one, other = read_games(both), read_games(both[::-1])
    assert (len(one.games), one.repeated) == (len(other.games), other.repeated) == (10, 10)
    assert [game.match for game in one.games] == [game.match for game in other.games]
    assert one.digest == read_games(both[:1]).digest
    # Only tziakcha shows a claim that another came before.
    assert sum(len(game.match.preempted) for game in one.games) == 2
    assert len(read_games([*both, data_folder / NATIVE]).games) == 18


@pytest.mark.foreign
def test_turns_in_which_a_flower_is_kept_are_left_out(data_folder: Path) -> None:
    """Of hand 2 South's hand is not the recorded one: there nobody's discard is a row."""
    match = list(read_matches(data_folder / TZIAKCHA))[1]
    keeping = [turn for turn, _ in match.untold]
    assert (keeping[0], keeping[-1]) == (6, 13)
    turns = {turn for _, turn in own_discards(match)}
    assert not turns & set(keeping)
    known = match.model_copy(update={"untold": ()})
    assert {turn for _, turn in own_discards(known)} - turns == {
        turn for turn in keeping if any(row.startswith("2 ") for row in match.requests[turn])
    }


@pytest.mark.foreign
def test_the_win_chance_of_a_hand_recounted(data_folder: Path) -> None:
    """From the evaluator's own chances of what was chosen, without rows, features or weights."""
    games = read_games([data_folder / ONE_HAND])
    (game,) = games.games
    model = win_chance.model()
    found = fit_model(model, games, 24, "0")
    (drawn,) = drawn_decisions(games.games, model.places, 24, "0")
    assert "too few games to hold some out" in found.too_few
    with pytest.raises(TooFewGamesError):
        _ = found.coefficients
    nats = []
    for seat in range(SEATS):
        evaluator, won = OddsEvaluator(), game.match.result.player == seat
        for decision in decisions_of_seat(game.match, seat):
            if (seat, decision.turn) not in drawn:
                continue
            (chance,) = [
                one.win_chance
                for one in evaluator.candidates(decision.state)
                if one.action == decision.chosen
            ]
            nats.append(-math.log(chance if won else 1 - chance))
    (in_use,) = found.in_use
    assert in_use.rows == len(nats) == 24
    assert in_use.loss.mean == pytest.approx(sum(nats) / len(nats))
