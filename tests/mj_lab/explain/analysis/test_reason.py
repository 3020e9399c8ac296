"""Why A and not B: every kind of sentence by example, and sentences of many decisions held to rows.

reason_examples.json has them: two candidates of a hand, of recorded decisions or made up, and what
is said of them, read by a person.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.odds.win_chance import SURE_PASS
from mj_bot.shanten import shanten
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tactics import load
from mj_bot.tiles import tile_of
from mj_engine.odds import EQUAL
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.explanation import choice_first, explain
from mj_lab.explain.analysis.reason import Reason, reason, reason_of_choice
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw, state_on_discard
from mj_lab.explain.analysis.why.words import FACT_KINDS, sentence
from mj_lab.explain.quiz.shipped import shipped_questions
from tests.recorded import Recorded

Row = dict[str, Any]

EXAMPLES = json.loads(Path(__file__).with_name("reason_examples.json").read_text("utf-8"))


def state_of(example: dict[str, Any]) -> GameState:
    where = situation(parse_hand(example["hand"]), example["seat"], example["wind"])
    if "offered" not in example:
        return state_after_draw(where)
    return state_on_discard(where, tile_of(example["offered"]), example["giver"])


def told(action: str, **more: Any) -> Row:
    return {"action": action, "win_chance": 0.2, "expected_score": 1.0, "deal_in": 0.01, **more}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["kinds"] or "nothing")
def test_a_sentence_of_each_kind(example: dict[str, Any]) -> None:
    why = reason(state_of(example), example["better"], example["than"])
    for language, key in (("en", "english"), ("zh", "chinese")):
        assert why[key] == example[key]
        rest = why[key]
        for part in why["parts"][language]:
            if isinstance(part, str):
                assert part in rest
                rest = rest[rest.index(part) + len(part) :]
            else:
                assert part.keys() <= {"tiles", "fan"} and all(part.values())
    kinds = [fact["kind"] + ("-" if fact.get("against") else "") for fact in why["facts"]]
    assert "+".join(kinds) == example["kinds"]


def test_there_is_an_example_of_every_kind() -> None:
    shown = {kind.rstrip("-") for one in EXAMPLES for kind in one["kinds"].split("+")}
    assert shown - {""} == set(FACT_KINDS)
    against = {kind for one in EXAMPLES for kind in one["kinds"].split("+") if kind[-1:] == "-"}
    assert against == {"chance-", "danger-", "pay-", "fan-", "learned-"}


def _said(why: dict[str, Any], language: str) -> str:
    """A sentence without its tiles, whose codes have digits that are no figures."""
    return "".join(part if isinstance(part, str) else "#" for part in why["parts"][language])


def _figures(text: str) -> list[str]:
    """The figures of a sentence; the 8 fan that every win needs are none."""
    return re.findall(r"\d+(?:\.\d+)?%?", re.sub(r"8 fan\b(?! \()|离8番", "", text))


def _tenth(row: Row, key: str) -> str:
    return f"{100 * row[key]:.1f}%"


def hold(state: GameState, better: Row, than: Row) -> Reason:
    """What holds for every sentence: short, no figure twice, and the rows' own figures."""
    why = reason(state, better, than)
    assert 1 <= len(why["facts"]) <= 2
    apart = better["expected_score"] - than["expected_score"]
    assert (why["facts"][0]["kind"] == "equal") == (
        abs(apart) < EQUAL and "HU" not in (better["action"], than["action"])
    )
    for language, fact in product(("en", "zh"), why["facts"]):
        found = _figures(_said(sentence([fact]), language))
        assert max(Counter(found).values(), default=1) == 1, why
        percents = {one for one in found if one.endswith("%")}
        keys = [key for key in ("win_chance", "deal_in") if better.get(key) is not None]
        assert percents <= {_tenth(row, key) for row in (better, than) for key in keys}
    for fact in why["facts"]:
        _hold_fact(fact, state, better, than)
    return why


def _hold_fact(fact: dict[str, Any], state: GameState, better: Row, than: Row) -> None:
    legal = {str(action): action for action in action_space(state)}
    ahead = 1 if fact.get("against") is None else -1
    if fact["kind"] == "chance":
        assert ahead * (better["win_chance"] - than["win_chance"]) > 0
    if fact["kind"] == "danger":
        assert ahead * ((better["deal_in"] or 0) - (than["deal_in"] or 0)) < 0
    if fact["kind"] in ("fan", "aims") and fact["fan"] is not None:
        assert fact["fan"] == [row["targets"][0]["fan"] for row in (better, than)]
        assert ahead * (fact["fan"][0] - fact["fan"][1]) > 0
    if fact["kind"] in ("keeps", "holds"):
        (hand, _), (other, _) = (hand_after(state, legal[row["action"]]) for row in (better, than))
        tiles = Counter(map(tile_of, fact["tiles"]))
        assert all(hand[tile] >= count for tile, count in tiles.items())
        assert any(other[tile] < hand[tile] for tile in tiles)
    if fact["kind"] == "keeps":
        assert fact["fan"] in [target["fans"][0] for target in better["targets"]]
    if fact["kind"] == "effective":
        left = [hand_after(state, legal[row["action"]]) for row in (better, than)]
        effective = [shanten.least(hand, len(melds)).effective for hand, melds in left]
        assert fact["copies"] == [sum(state.unseen[t] for t in set(one)) for one in effective]
    if fact["kind"] == "ready":
        hand, melds = hand_after(state, legal[better["action"]])
        assert shanten.least_distance(hand, len(melds)) == 0
        for code in fact["tiles"]:
            hand[tile_of(code)] += 1
            assert shanten.least_distance(hand, len(melds)) == -1
            hand[tile_of(code)] -= 1


def _quiz_pairs() -> Iterator[tuple[GameState, Row, Row]]:
    for question in shipped_questions():
        if question.complete is not None:
            continue
        rows = [{"action": one.action, **one.row} for one in question.answers]
        for other in rows[1:4]:
            yield question.state(), rows[0], other


def test_what_is_said_of_recorded_decisions_is_short_and_the_rows() -> None:
    kinds: Counter[str] = Counter()
    for state, better, than in list(_quiz_pairs())[::2]:
        kinds.update(fact["kind"] for fact in hold(state, better, than)["facts"])
    assert len(kinds) >= 10 and kinds.total() >= 80


@pytest.mark.slow
def test_what_is_said_of_200_drawn_decisions_is_short_and_the_rows(data_folder: Path) -> None:
    tactic, kinds, asked = load("odds"), Counter[str](), 0
    for match in read_matches(data_folder / "botzone_matches.jsonl.gz"):
        for seat in range(4):
            for place, decision in enumerate(decisions_of_seat(match, seat)):
                if place % 12 != seat or len(action_space(decision.state)) == 1 or asked >= 200:
                    continue
                asked += 1
                rows = explain(tactic, decision.state).candidates
                for other in rows[1:]:
                    found = hold(decision.state, rows[0], other)["facts"]
                    kinds.update(fact["kind"] for fact in found)
    assert asked == 200 and len(kinds) >= 15


def test_the_reason_of_a_choice_passes_over_what_is_equal() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    rows = [told("PLAY W1"), told("PLAY W9", expected_score=0.8), told("PLAY F1", expected_score=0)]
    why = reason_of_choice(state, rows, "PLAY W1")
    assert why is not None and why["than"] == "PLAY F1"
    why = reason_of_choice(state, rows[:2], "PLAY W1")
    assert why is not None and why["than"] == "PLAY W9" and why["facts"][0]["kind"] == "equal"
    assert reason_of_choice(state, rows[:1], "PLAY W1") is None


def test_a_win_is_compared_with_what_is_said_to_be_worth_most_above_it() -> None:
    state = state_on_discard(situation(parse_hand("W678 B2345688 T567")), tile_of("B7"), 3)
    fan = action_space(state)[0].fan
    rows = [told("HU", expected_score=32.0, fan=fan), told("CHI B7 B2", expected_score=35.6)]
    rows += [told("CHI B6 B2", expected_score=34.0), told("PASS", expected_score=21.4)]
    why = reason_of_choice(state, rows, "HU")
    assert why is not None and why["than"] == "CHI B7 B2"
    assert [fact["kind"] for fact in why["facts"]] == ["win", "unsure"]
    why = reason_of_choice(state, [rows[0], rows[3]], "HU")
    assert why is not None and [fact["kind"] for fact in why["facts"]] == ["win"]


def test_the_choice_comes_before_what_is_as_good_only() -> None:
    state = state_after_draw(situation(parse_hand("W19 B19 T19 F1234 J123 J3")))
    rows = [told("PLAY W1"), told("PLAY W9", expected_score=0), told("PLAY F1", expected_score=-3)]
    found = choice_first(state, rows, "PLAY W9")
    assert [row["action"] for row in found] == ["PLAY W9", "PLAY W1", "PLAY F1"]
    assert [row.get("as_good", False) for row in found] == [False, True, False]
    assert choice_first(state, rows, "PLAY F1") == rows
    assert choice_first(state, rows, "PLAY T1") == rows and choice_first(state, [], "PASS") == []


def test_a_win_that_is_surely_better_passed_is_what_the_reason_is_about() -> None:
    where = situation(parse_hand("B2233445566778"))
    found = explain(load("learned"), state_on_discard(where, tile_of("B2"), 3))
    points = {row["action"]: row["expected_score"] for row in found.candidates}
    assert found.choice == "PASS" and points["PASS"] - points["HU"] > SURE_PASS
    assert found.reason is not None and found.reason["than"] == "HU"
    more = points["PASS"] - points["HU"]
    assert found.reason["english"] == f"worth {more:.1f} points more than the win"


def test_a_win_is_told_in_points() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 T456 F11")))
    found = explain(load("odds"), state, others_known=False)
    assert found.choice == "HU" and found.reason is not None
    fan = action_space(state)[0].fan
    assert found.reason["english"] == f"wins {fan} fan: {3 * (8 + fan)} points"


def test_the_pair_of_a_recorded_choice_has_its_figures(recorded: Recorded) -> None:
    for decision in recorded("reference_decisions")[::250]:
        found = explain(load("odds"), load_json(decision))
        why = found.reason
        assert why is not None and why["english"] and why["chinese"]
        rows = {row["action"]: row for row in found.candidates}
        assert why["better"] == found.choice
        pair = rows[why["better"]], rows[why["than"]]
        for key, of_row in (("win_chance", "win_chance"), ("expected_score", "expected_score")):
            assert why[key] == [row[of_row] for row in pair]


def test_nothing_is_said_of_what_is_not_told() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    why = reason(state, {"action": "PLAY T1"}, {"action": "PLAY T2", "deal_in": None})
    assert set(why) == {"better", "than", "facts", "parts", "english", "chinese"}
    assert reason(state, {"action": "X"}, {"action": "Y"})["english"] == "no clear difference"
    known = reason(state, told("X"), told("Y", expected_score=-7.0, win_chance=0.1))
    assert known["english"] == "wins more often: 20.0%, not 10.0%"
