"""What the three fitted models say of a few recorded states: tests/data/odds_golden.json.

    python tests/mj_bot/odds/golden.py

writes it anew, which is right after `mj fit ... --write` and after nothing else.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.odds.coefficients import DEAL_IN, TILE_LOCATION, WIN_CHANCE
from mj_bot.odds.fitted import (
    DealInCoefficients,
    TileLocationCoefficients,
    WinChanceCoefficients,
)
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.win_chance import chance_of, expected_points, win_logit
from mj_bot.state import GameState
from mj_lab.records.decisions import decisions_of_seat
from mj_lab.records.matches import read_matches

DATA = Path(__file__).parents[2] / "data"
MATCHES = DATA / "odds_matches.jsonl.gz"
GOLDEN = DATA / "odds_golden.json"

# Seat and turn in the first match: between them they have every feature of every model.
PLACES = ((0, 2), (0, 36), (0, 43), (1, 24), (1, 45), (2, 11), (3, 13), (3, 57))
# Hand values, one below what was fitted, and rates.
HANDS = ((1e-7, 0.0), (0.02, 0.01), (0.7, 0.15), (6.0, 0.4))
DIGITS = 9


def states() -> Iterator[tuple[tuple[int, int], GameState]]:
    """Each of the places with its state."""
    match = next(read_matches(MATCHES))
    for seat, turn in PLACES:
        found = (one for one in decisions_of_seat(match, seat) if one.turn == turn)
        yield (seat, turn), next(found).state


class Models(NamedTuple):
    """Coefficients of all three."""

    deal_in: DealInCoefficients = DEAL_IN
    tile_location: TileLocationCoefficients = TILE_LOCATION
    win_chance: WinChanceCoefficients = WIN_CHANCE


def told(state: GameState) -> dict[str, Any]:
    """What the models in use say of a state, and what the worst discard would be worth so."""
    others = opponents(state)
    threat, turn = threat_of(others), len(state.discards[state.seat])
    location = tile_location(state, threat)
    deal_in = deal_in_chances(others, state.unseen)
    logits = [win_logit(value, rate, turn, threat) for value, rate in HANDS]
    return {
        "threat": threat,
        "deal_in": deal_in,
        "drawn": location.drawn,
        "discarded": location.discarded,
        "win_logits": logits,
        "points": [expected_points(chance_of(logit), max(deal_in)) for logit in logits],
    }


def told_by(state: GameState, models: Models) -> dict[str, Any]:
    """The same, but for the points, by models with other coefficients."""
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


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return float(f"{value:.{DIGITS}g}")


def main() -> None:
    """Write the file."""
    rows = []
    for (seat, turn), state in states():
        values = {name: _rounded(value) for name, value in told(state).items()}
        rows.append({"seat": seat, "turn": turn, **values})
    GOLDEN.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")


if __name__ == "__main__":
    main()
