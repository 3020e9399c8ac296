"""A tactic's view of recorded decisions, held against the project's own list of decisions."""

import json
from typing import Any

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.options import ADVISER
from mj_lab.core.records.decisions import decisions_of_seat as recorded_decisions
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.choices import choices_of_seat, within
from tests.recorded import Recorded


class First:
    """Plays the first legal action; says what it heard of others' actions."""

    def __init__(self) -> None:
        self.seen = 0

    def loading(self, state: GameState, player_id: int, action: Action) -> None:
        self.seen += 1

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[0]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        return [
            {
                "action": str(action),
                "value": float("nan"),
                "seen": self.seen,
                "distances": {"all_types": 1.0},
                "targets": [{"fans": ["花龙"], "missing": {"W1": 2}}] * 9,
            }
            for action in action_space(state)
        ]


class Raising:
    """A tactic with a fault."""

    def __call__(self, state: GameState) -> Action:
        raise RuntimeError("<script>")


def test_they_are_the_recorded_ones(recorded: Recorded) -> None:
    for record in (*recorded("botzone_matches")[:6], *recorded("rare_games")[:40]):
        match = Match.model_validate(record)
        for seat in range(4):
            ours = choices_of_seat(match, seat, First())
            theirs = [
                (one.name, one.chosen, [str(action) for action in action_space(one.state)])
                for one in recorded_decisions(match, seat)
            ]
            assert len(ours) == len(theirs)
            for mine, (name, chosen, legal) in zip(ours, theirs, strict=True):
                assert name.endswith(f"turn {mine['turn']}")
                assert mine["choice"] == legal[0]
                assert [one["action"] for one in mine["candidates"]] == legal
                assert mine["agrees"] == (chosen is not None and str(chosen) == legal[0])


def test_what_happened_is_what_the_next_turn_says(recorded: Recorded) -> None:
    beaten = 0
    for record in recorded("rare_games")[:50]:
        match = Match.model_validate(record)
        for seat in range(4):
            for decision in choices_of_seat(match, seat, First()):
                turn, played = decision["turn"], decision["played"].split()[0]
                if played == "PASS" or turn + 1 == len(match.requests):
                    continue
                words = match.requests[turn + 1][seat].split()
                assert decision["happened"] == (words[1:3] == [str(seat), played])
                beaten += not decision["happened"]
    assert beaten


def test_tactics_are_told_what_happens(match: Match) -> None:
    decisions = choices_of_seat(match, 1, First())
    seen = [decision["candidates"][0]["seen"] for decision in decisions]
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]


def test_a_fault_of_the_tactic_is_shown_and_not_raised(match: Match) -> None:
    decisions = choices_of_seat(match, 0, Raising())
    assert decisions
    assert {decision["error"] for decision in decisions} == {"RuntimeError: <script>"}
    assert {decision["choice"] for decision in decisions} == {None}


def test_reasons_are_cut_where_a_page_gets_too_long(match: Match) -> None:
    decisions = choices_of_seat(match, 3, First())
    whole = len(json.dumps(decisions, separators=(",", ":")))
    assert within(decisions, whole) == decisions
    shorter = within(decisions, whole - 1)
    assert len(json.dumps(shorter, separators=(",", ":"))) < whole
    assert "targets" in shorter[0]["candidates"][0]
    bare = within(decisions, 10)
    assert "targets" not in bare[0]["candidates"][0]
    for thinned in (shorter, bare):
        for one, other in zip(decisions, thinned, strict=True):
            assert one["choice"] == other["choice"]
            assert [c["action"] for c in one["candidates"]] == [
                c["action"] for c in other["candidates"]
            ]


def test_numbers_that_json_lacks_are_left_out(match: Match) -> None:
    candidate = choices_of_seat(match, 0, First())[0]["candidates"][0]
    assert candidate["value"] is None
    assert len(candidate["targets"]) == 4


def test_the_default_tactic_explains_itself(match: Match) -> None:
    decisions = choices_of_seat(match, 3, tactics.load(ADVISER))
    json.dumps(decisions, allow_nan=False)
    for decision in decisions:
        assert "error" not in decision
        assert decision["choice"] in {one["action"] for one in decision["candidates"]}
