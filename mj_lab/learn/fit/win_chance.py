"""The rows of `mj learn fit win-chance`: was the game won with the hand after a decision?

`odds` values the chosen action of each decision, which takes about 10 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from mj_bot.events import HU
from mj_bot.odds.coefficient_types import WinChanceCoefficients
from mj_bot.odds.coefficients import WIN_CHANCE
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.win_chance import win_logit
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.learn.fit.curve import Curve, FittedModel, Numbers, Rows, rows_from, unit_coefficients
from mj_lab.learn.fit.games import DecisionPlace


def model(player: str | None = None) -> FittedModel:
    """The model of the win chance. player: whose decisions, by name; None for all."""
    curve = Curve("is the game won", WinChanceCoefficients._fields, np.array(WIN_CHANCE))
    places: Callable[[Match], Iterator[DecisionPlace]] = partial(decisions_by, player=player)
    return FittedModel("WIN_CHANCE", (curve,), places, rows_of, coefficients_of)


def coefficients_of(curves: Sequence[Numbers]) -> WinChanceCoefficients:
    """The coefficients by the bot's names."""
    return WinChanceCoefficients(*curves[0].tolist())


def decisions_by(match: Match, player: str | None) -> Iterator[DecisionPlace]:
    """Every decision of this player's seats, except those to win."""
    for seat in seats_of(match, player):
        for decision in decisions_of_seat(match, seat):
            if decision.chosen is not None and decision.chosen.kind != HU:
                yield seat, decision.turn


def seats_of(match: Match, player: str | None) -> list[int]:
    """The seats of this player; all of them if None."""
    return [
        seat for seat in range(4) if player is None or match.players[seat : seat + 1] == (player,)
    ]


def rows_of(match: Match, places: frozenset[DecisionPlace], _seed: str) -> list[Rows]:
    """The rows of one match. A recorded action that is not legal makes no row."""
    units = unit_coefficients(WinChanceCoefficients)
    features, won = [], []
    for seat in sorted({seat for seat, _ in places}):
        evaluator = OddsEvaluator()
        for decision in decisions_of_seat(match, seat):
            if (seat, decision.turn) not in places:
                continue
            state = decision.state
            threat, turn = threat_of(opponents(state)), len(state.discards[seat])
            for candidate in evaluator.candidates(state):
                if candidate.action == decision.chosen:
                    features.append(
                        win_logit(candidate.hand_value, candidate.rate, turn, threat, units)
                    )
                    won.append(float(match.result.action == HU and match.result.player == seat))
                    break
    ones, nothing = [1.0] * len(won), [0.0] * len(won)
    return [rows_from(features, won, ones, nothing, len(units))]
