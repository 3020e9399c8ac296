"""Candidates on the terminal: whole at 80 columns, in both languages, chances as percent."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mj_bot import tactics
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.core.text.hands import parse_hand
from mj_lab.core.text.labels import fan_label
from mj_lab.core.text.notation import Notation, in_both
from mj_lab.explain.analysis.candidate_tables import UNKNOWN, candidate_table, leads_table
from mj_lab.explain.analysis.explain import (
    ExplainedDecision,
    explain_file,
    print_explanation,
)
from mj_lab.explain.analysis.explanation import candidates_of, plain
from mj_lab.explain.analysis.hand_analysis import study
from mj_lab.explain.analysis.hand_analysis_text import LEADS_SHOWN, print_study
from mj_lab.explain.analysis.state_from_hand import situation
from tests.mj_lab.conftest import slow
from tests.recorded import Recorded

HANDS = [
    "W123 B4567 T88 F11 J233",
    "W1 W5 W9 B2 B6 T3 T7 F1 F2 F3 J1 J2 J3 B9",
    "W123456789 T456 F11",
    "W123 B456 T22234 F11",
]


def printed(thing: object, width: int = 80) -> str:
    output = io.StringIO()
    console = Console(file=output, width=width)
    console.print(thing)
    return output.getvalue()


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(
    "name", [slow(name) if name == "expectimax" else name for name in tactics.names()]
)
def test_nothing_is_cut(hand: str, name: str) -> None:
    made = study(situation(parse_hand(hand)), tactics.load(name, seed=0), name)
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    for width in (80, 120):
        output = io.StringIO()
        print_study(Console(file=output, width=width), made)
        text = output.getvalue()
        assert "…" not in text
        for place, row in enumerate(made.get("actions", ())):
            assert in_both(row["action"]) in text
            for target in row.get("targets", [])[:2] if place < LEADS_SHOWN else ():
                for code, left in target["missing"].items():
                    assert f"{code}({left})" in text


def explained(folder: Path, tactic: str, *told: Notation) -> tuple[ExplainedDecision, str]:
    """What is said of the first draw of a hand, and how it is printed."""
    request = folder / "request.json"
    deal = "1 0 0 0 0 W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1 J2 J3"
    requests = ["0 0 0", deal, "3 3 DRAW", "3 3 PLAY J1", "2 J3"]
    request.write_text(json.dumps({"requests": requests, "responses": ["PASS"] * 4}))
    explanation, output = explain_file(request, tactic, None, None), io.StringIO()
    print_explanation(Console(file=output, width=80), explanation, *told)
    return explanation, output.getvalue()


def test_the_default_tells_its_chances(tmp_path: Path) -> None:
    explanation, text = explained(tmp_path, "odds")
    best = plain(explanation.candidates[0])
    assert f"odds: {explanation.chosen}" in text
    for key in ("win_chance", "deal_in"):
        assert f"{100 * best[key]:.1f}%" in text
    for name in ("win", "和牌率", "danger", "放铳率", "points", "期望得分"):
        assert name in text
    assert "value" not in text
    assert explanation.reason is not None
    assert explanation.reason["english"] in " ".join(text.split())
    target = best["targets"][0]
    assert f"{target['fan']} fan" in text
    first, english = fan_label(target["fans"][0])
    assert f"{first} {english}" in text
    assert "…" not in text


def test_fans_have_the_judges_names() -> None:
    told = plain({"action": "PASS", "targets": [{"fans": ["独听・嵌张"], "missing": {"W2": 3}}]})
    assert told["targets"] == [{"fans": ["嵌张"], "missing": {"W2": 3}}]
    text = printed(leads_table([told], "PASS", None))
    assert "嵌张 Closed Wait: W2(3)" in text


def test_actions_that_lead_alike_stand_together() -> None:
    targets = [{"fan": 8, "fans": ["花龙"], "missing": {"W2": 3}}]
    rows: list[dict[str, Any]] = [
        {"action": "PLAY W1", "targets": targets},
        {"action": "PLAY W9", "targets": [{"fan": 6, "fans": ["五门齐"], "missing": {}}]},
        {"action": "PLAY J1", "targets": targets, "distances": {"chows": 1.5}},
    ]
    text = printed(leads_table(rows, "PASS", 1, 1))
    assert text.count("花龙") == 1 and "五门齐" not in text
    assert "PLAY W1" in text and "PLAY J1" in text and "1.50" not in text
    # The chosen one has its routes too.
    assert "1.50" in printed(leads_table(rows, "PLAY J1", None, 1))


def test_numbers_by_their_kind() -> None:
    rows: list[dict[str, Any]] = [
        {"action": "HU", "value": 10012.0, "win_chance": 1.0, "expected_score": 36.0, "fan": 12},
        {"action": "PLAY W1", "value": 1.5, "win_chance": 0.25, "expected_score": -6.5, "own": 3},
    ]
    win, play = printed(candidate_table(rows, "HU")).splitlines()[-2:]
    assert win.split() == ["HU", "100.0%", "+36.0", "12", "fan"]
    assert play.split() == ["PLAY", "W1", "一万", "25.0%", "-6.5", "3"]
    # Without points the value that it counts by is shown.
    told = [{"action": "HU", "value": 10012.0}, {"action": "PLAY W1", "value": 1.5}]
    win, play = printed(candidate_table(told, "HU")).splitlines()[-2:]
    assert (win.split()[-1], play.split()[-1]) == ("always", "1.500")


def test_a_danger_that_nobody_knows_is_said_to_be_unknown() -> None:
    made = study(situation(parse_hand(HANDS[0])), tactics.load("odds"), "odds")
    discards = [row for row in made["actions"] if row["action"].startswith("PLAY")]
    assert discards and all(row["deal_in"] is None for row in discards)
    output = io.StringIO()
    print_study(Console(file=output, width=80), made)
    lines = [line.split() for line in output.getvalue().splitlines()]
    assert sum(UNKNOWN in line for line in lines) == len(discards)
    assert any(line[:1] == [UNKNOWN + ":"] for line in lines)


def test_at_a_table_the_danger_is_known_before_anybody_has_discarded(recorded: Recorded) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    dealer = next(one for one in decisions_of_seat(match, 0) if not any(one.state.discards))
    rows = candidates_of(tactics.load("odds"), dealer.state)
    dangers = [row["deal_in"] for row in rows if row["action"].startswith("PLAY")]
    assert len(dangers) > 5 and all(0 < danger < 0.1 for danger in dangers)


def test_goals_have_eight_fan() -> None:
    """What is no win of 8 fan is no goal; one without any fan is a Chicken Hand."""
    made = study(
        situation(parse_hand("[CHI B5] W234 T567 W78 F11 B9")), tactics.load("odds"), "odds"
    )
    targets = [target for row in made["actions"] for target in row.get("targets", [])]
    assert targets and all(target["fan"] >= 8 for target in targets)
    assert any(target["fans"] == ["无番和"] for target in targets)


def test_an_explanation_in_another_notation(tmp_path: Path) -> None:
    _, told = explained(tmp_path, "rule_based", Notation.DIGITS)
    assert "hand 123m 4567p 88s 11556z" in told
    assert not re.search(r"\b[WBTFJ][1-9]", told), told
