"""What `odds` says of recorded states, model by model and in all: tests/data/odds_golden*.json.

    python tests/mj_bot/odds/golden.py

writes them anew, which is right after `mj learn fit ... -o` or another change of play that is
meant.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mj_bot.odds.coefficient_types import (
    DealInCoefficients,
    TileLocationCoefficients,
    WinChanceCoefficients,
)
from mj_bot.odds.coefficients import DEAL_IN, TILE_LOCATION, WIN_CHANCE
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.win_chance import chance_of, expected_points, win_logit
from mj_bot.state import GameState
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches

DATA = Path(__file__).parents[2] / "data"
MATCHES = DATA / "odds_matches.jsonl.gz"
GOLDEN = DATA / "odds_golden.json"
CANDIDATES = DATA / "odds_golden_candidates.json"
FORECASTS = DATA / "odds_golden_forecasts.json"

# Seat and turn in the first match: between them they have every feature of every model.
PLACES = ((0, 2), (0, 36), (0, 43), (1, 24), (1, 45), (2, 11), (3, 13), (3, 57))
# Match, seat and turn of decisions: discards early and late, near and far, concealed or open; chows
# and pungs, with the own draw next and not; an added kong, two melded ones; a win.
DECISIONS = (
    *((0, 0, 2), (0, 1, 24), (0, 2, 11), (0, 3, 57), (1, 3, 54), (4, 2, 34)),
    *((0, 0, 7), (0, 1, 16), (0, 0, 54), (1, 0, 68)),
    *((3, 2, 155), (7, 0, 20), (10, 3, 21), (9, 1, 39)),
)
# Hand values, one below what was fitted, and rates.
HANDS = ((1e-7, 0.0), (0.02, 0.01), (0.7, 0.15), (6.0, 0.4))
DIGITS = 9
WITHIN = 1e-7


def states() -> Iterator[tuple[tuple[int, int], GameState]]:
    match = next(read_matches(MATCHES))
    for seat, turn in PLACES:
        yield (seat, turn), _state(match, seat, turn)


def decisions() -> Iterator[tuple[tuple[int, int, int], GameState]]:
    matches = list(read_matches(MATCHES))
    for match, seat, turn in DECISIONS:
        yield (match, seat, turn), _state(matches[match], seat, turn)


def _state(match: Match, seat: int, turn: int) -> GameState:
    found = (one for one in decisions_of_seat(match, seat) if one.turn == turn)
    return next(found).state.copy()


def candidates(state: GameState, options: OddsOptions) -> dict[str, list[float]]:
    """Of every action: value, hand value, odds of winning, deal-in chance."""
    return {
        str(one.action): [one.value, one.hand_value, one.win_chance, one.deal_in]
        for one in OddsEvaluator(options).candidates(state)
    }


def forecasts(state: GameState) -> dict[str, list[float]]:
    """Of every action that does not end the game: what `Forecast` has before its features."""
    found = OddsEvaluator().candidates(state, exact=True)
    return {str(one.action): list(one.forecast[:-1]) for one in found if one.forecast is not None}


class Models(NamedTuple):
    deal_in: DealInCoefficients = DEAL_IN
    tile_location: TileLocationCoefficients = TILE_LOCATION
    win_chance: WinChanceCoefficients = WIN_CHANCE


IN_USE = Models()


def told(state: GameState, models: Models = IN_USE) -> dict[str, Any]:
    """What models say of a state: those in use, or with other coefficients."""
    others = opponents(state, models.deal_in)
    threat, turn = threat_of(others), len(state.discards[state.seat])
    location = tile_location(state, threat, models.tile_location)
    return {
        "threat": threat,
        "deal_in": deal_in_chances(others, state.unseen, models.deal_in),
        "drawn": location.drawn,
        "discarded": location.discarded,
        "win_logits": [
            win_logit(value, rate, turn, threat, models.win_chance) for value, rate in HANDS
        ],
    }


def with_points(found: dict[str, Any]) -> dict[str, Any]:
    """The same, and what the worst discard would be worth."""
    worst = max(found["deal_in"])
    points = [expected_points(chance_of(logit), worst) for logit in found["win_logits"]]
    return {**found, "points": points}


def hold_models(*names: str) -> None:
    """These of the models, or all, still say what the golden file has."""
    rows = json.loads(GOLDEN.read_text())
    for row, (_, state) in zip(rows, states(), strict=True):
        found = with_points(told(state))
        assert set(row) == {"seat", "turn", *found}
        for name in names or found:
            assert found[name] == pytest.approx(row[name], rel=WITHIN, abs=1e-12), name


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return float(f"{value:.{DIGITS}g}")


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")


def main() -> None:
    rows: list[dict[str, Any]] = []
    for (seat, turn), state in states():
        values = {name: _rounded(value) for name, value in with_points(told(state)).items()}
        rows.append({"seat": seat, "turn": turn, **values})
    _write(GOLDEN, rows)
    of_candidates, of_forecasts = [], []
    for (match, seat, turn), state in decisions():
        place = {"match": match, "seat": seat, "turn": turn}
        found = {name: _rounded(row) for name, row in candidates(state, OddsOptions()).items()}
        of_candidates.append({**place, "candidates": found})
        found = {name: _rounded(row) for name, row in forecasts(state).items()}
        of_forecasts.append({**place, "forecasts": found})
    _write(CANDIDATES, of_candidates)
    _write(FORECASTS, of_forecasts)


if __name__ == "__main__":
    main()
