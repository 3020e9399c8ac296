"""action_space and the judge agree; what is counted does not change unnoticed."""

from collections.abc import Callable
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import parse_response
from mj_bot.state import GameState
from mj_lab.check.legal import LegalCount, check_legality
from mj_lab.records.match import Match

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

# Legal actions in all requests of all seats, as `mj legal` prints them for the three files.
LEGAL_ACTIONS = {"botzone_matches": 37850, "judged_games": 171829, "rare_games": 92963}

# Asking the judge about every conceivable answer takes a minute for all; one match in this many
# keeps the test short, and `mj legal` does all.
STEP = 12


def test_judge_and_action_space_agree(recorded: Recorded) -> None:
    count = LegalCount()
    for name in LEGAL_ACTIONS:
        for record in recorded(name)[::STEP]:
            count.add(check_legality(Match.model_validate(record)))
    assert count.disagreements == []
    assert count.matches > 40
    assert count.decisions > 1000


def test_number_of_legal_actions(recorded: Recorded) -> None:
    found = {}
    for name in LEGAL_ACTIONS:
        found[name] = sum(_legal_actions(record) for record in recorded(name))
    assert found == LEGAL_ACTIONS


def _legal_actions(record: dict[str, Any]) -> int:
    total = 0
    size = len(record["wall"].split()) // 4
    for seat in range(4):
        state = GameState(size)
        for requests, responses in zip(record["requests"], record["responses"], strict=True):
            state.apply(requests[seat])
            total += len(action_space(state))
            try:
                state.answered(parse_response(responses[seat]))
            except ValueError:
                continue
    return total


def test_a_record_of_an_illegal_answer_is_told(recorded: Recorded) -> None:
    record = dict(recorded("botzone_matches")[0])
    responses = [list(row) for row in record["responses"]]
    turn, seat = next(
        (turn, row.index(reply))
        for turn, row in enumerate(responses)
        for reply in row
        if reply.startswith("PLAY")
    )
    responses[turn][seat] = "PENG W1"
    count = check_legality(Match.model_validate({**record, "responses": responses}))
    assert any("'PENG W1' is not listed" in line for line in count.disagreements)
