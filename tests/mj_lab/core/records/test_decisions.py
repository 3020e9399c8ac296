"""A match seen by all four seats: each as if it were alone."""

from pathlib import Path

from mj_bot.events import SEATS
from mj_bot.folding.folded_state import FoldedState
from mj_bot.history import load_json
from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.matches import read_matches

ODDS = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"


def test_every_seat_knows_what_it_knows_alone() -> None:
    match = next(read_matches(ODDS))
    turns = 0
    for turn, states in seats_by_turn(match):
        turns += 1
        if turn % 20:
            continue
        for seat in range(SEATS):
            requests = [row[seat] for row in match.requests[: turn + 1]]
            responses = [row[seat] for row in match.responses[:turn]]
            alone = load_json({"requests": requests, "responses": responses})
            for name in FoldedState.__slots__:
                assert getattr(states[seat], name) == getattr(alone, name), name
    assert turns == len(match.requests)
