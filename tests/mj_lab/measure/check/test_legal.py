"""action_space and the judge agree; what is counted does not change unnoticed."""

from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import parse_response
from mj_bot.state import GameState
from mj_bot.tiles import tiles_of
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match, match_of
from mj_lab.measure.check.legal import LegalCount, check_legality
from tests.recorded import Recorded

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")
# Legal actions in all requests of all seats, as `mj check legal` prints them, by file and games.
LEGAL_ACTIONS = {
    ("botzone_matches", 40): 37850,
    ("judged_games", 360): 171829,
    ("rare_games", 167): 92963,
    ("faulty_games", 250): 31232,
    # Our own:
    ("botzone_matches", 36): 44295,
    ("judged_games", 250): 112401,
    ("rare_games", 159): 64581,
    ("faulty_games", 140): 9784,
}

# Asking the judge about every conceivable answer takes a minute for all; one match in this many
# keeps the test short, and `mj check legal` does all.
STEP = 12


@pytest.mark.thorough
def test_judge_and_action_space_agree(recorded: Recorded) -> None:
    count = LegalCount()
    for name in FILES:
        for record in recorded(name)[::STEP]:
            count.add(check_legality(Match.model_validate(record)))
    assert count.disagreements == []
    assert count.matches > 40
    assert count.decisions > 1000


def test_faults_that_another_seat_hides_are_no_disagreement(recorded: Recorded) -> None:
    short = [record for record in recorded("faulty_games") if len(record["requests"]) < 6]
    hidden = 0
    for record in short:
        assert check_legality(Match.model_validate(record)).disagreements == []
        hidden += sum(
            " " in text and text.split()[0] in ("CHI", "BUHUA") for text in _others(record)
        )
    assert hidden > 3


def _others(record: dict[str, Any]) -> list[str]:
    """What the seats that were not called offenders answered last."""
    offender = record["result"]["player"]
    return [text for seat, text in enumerate(record["responses"][-1]) if seat != offender]


def test_a_kong_on_an_empty_own_wall_is_legal() -> None:
    east = "B9 B9 B9 W1 W4 W7 T1 T4 T7 F1 F2 F3 F4"
    south = "W2 W5 W8 B1 B4 B7 T2 T5 T8 J1 J2 J3 F1"
    west = "W2 W5 W8 B1 B4 B7 T2 T5 T8 J1 J2 J3 F2"
    north = "W3 W6 W9 B2 B5 B8 T3 T6 T9 J1 J2 J3 F3"
    own = [(east, "F1"), (south, "B9"), (west, "F4"), (north, "F4")]
    wall = [tile for hand, draw in own for tile in (tiles_of(hand) + tiles_of(draw))[::-1]]
    said = [["PASS"] * 4 for _ in range(7)]
    said[2][0], said[4][1], said[5][0] = "PLAY F1", "PLAY B9", "GANG"
    game, turns = Game(wall), []
    for row in said:
        turns.append(PlayedTurn(game.event, tuple(row)))
        game.submit(row)
    match = match_of(game, turns)
    assert (match.result.action, match.scores) == ("HUANG", (0, 0, 0, 0))
    assert check_legality(match).disagreements == []


def test_number_of_legal_actions(recorded: Recorded) -> None:
    for name in FILES:
        records = recorded(name)
        found = sum(_legal_actions(record) for record in records)
        assert found == LEGAL_ACTIONS[name, len(records)], name


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
