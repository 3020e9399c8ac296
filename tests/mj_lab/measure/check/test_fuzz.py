"""Mangled inputs of every kind get one answer of legal form; `check.fuzz` asks a million."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.botzone.bot import MODES, Settings
from mj_bot.botzone.process import play_turns
from mj_bot.history import fold
from mj_bot.state import GameState
from mj_bot.tactics import DEFAULT
from mj_lab.measure.check import contradictions
from mj_lab.measure.check.contradictions import WAYS
from mj_lab.measure.check.fuzz import FuzzCount, counts, fuzzed, histories, judged
from mj_lab.measure.check.mangled import MANGLED, Case, case_of
from mj_lab.measure.check.one_seat import ContradictionError, OneSeat
from tests.recorded import Recorded

# What requests, JSON and lines are made of, so that junk comes near to sense.
scraps = st.sampled_from(
    [
        *(
            '{"requests": [',
            '"responses": [',
            '"request": ',
            '"',
            '", "',
            "]",
            "}",
            ", ",
            "\n",
            " ",
        ),
        *("0 0 0", "1 0 0 0 0 " + "W1 W2 W3 B1 B2 B3 T1 T2 T3 F1 F2 F3 J1", "2 J1", "2 W1", "PASS"),
        *(
            "3 0 PLAY J1",
            "3 1 DRAW",
            "3 1 PLAY W4",
            "3 0 CHI W3 B1",
            "3 1 GANG",
            "HU",
            "1",
            "3",
            "5",
        ),
    ]
)
junk = st.one_of(
    st.binary(max_size=200),
    st.lists(scraps, max_size=25).map(lambda parts: "".join(parts).encode()),
    st.lists(scraps, max_size=25).map(lambda parts: "\n".join(parts).encode()),
)
# Without a clock: pytest has a timer of its own.
# The default comes last and seldom: it takes its time.
tactics = st.sampled_from(["random", "random", "greedy", "greedy", DEFAULT])
how = st.builds(Settings, tactics, st.sampled_from(MODES), st.none())


@given(how, st.randoms(use_true_random=False), st.data())
@settings(max_examples=300)
def test_mangled_games(
    recorded: Recorded, chosen: Settings, dice: random.Random, data: st.DataObject
) -> None:
    match = data.draw(st.sampled_from(recorded("botzone_matches")))
    seat = data.draw(st.integers(0, 3))
    asked = [turn[seat] for turn in match["requests"]]
    case = case_of((asked, [turn[seat] for turn in match["responses"]]), dice)
    case = case._replace(settings=case.settings._replace(tactic=chosen.tactic, limit=None))
    assert judged(case, play_turns(case.turns, case.settings)).findings == []


@given(st.lists(junk, max_size=4), how)
@settings(max_examples=500)
def test_junk(turns: list[bytes], chosen: Settings) -> None:
    case = Case(turns, chosen)
    assert judged(case, play_turns(case.turns, case.settings)).findings == []


@pytest.mark.thorough
def test_a_third_of_the_inputs_keep_a_state_and_are_held_against_the_judge(
    data_folder: Path,
) -> None:
    count = FuzzCount()
    for one in fuzzed(range(600), 5, histories(data_folder)):
        count.add(one)
    assert count.faults == []
    assert count.kept.total() * 3 > count.inputs
    assert count.answered["held against the judge"] > count.inputs
    assert set(count.kinds) == {*WAYS, MANGLED}


@pytest.mark.slow
def test_two_jobs_count_what_one_does(data_folder: Path) -> None:
    def counted(jobs: int) -> FuzzCount:
        count = FuzzCount()
        for part in counts(range(1200, 2300), 1, data_folder, jobs=jobs):
            count.add_all(part)
        return count

    one, two = counted(1), counted(2)
    assert (one.inputs, one.answered, one.kinds, one.kept) == (
        two.inputs,
        two.answered,
        two.kinds,
        two.kept,
    )


@pytest.mark.parametrize("name", WAYS)
def test_every_way_to_contradict_leaves_what_went_before(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(contradictions, "WAYS", {name: WAYS[name]})
    lost = 0
    for number, match in enumerate(recorded("botzone_matches")[:12]):
        dice = random.Random(number)
        asked = [turn[number % 4] for turn in match["requests"]]
        answered = [turn[number % 4] for turn in match["responses"]]
        found, (requests, responses) = contradictions.contradicted((asked, answered), dice)
        assert found == name
        assert len(responses) == len(requests) - 1
        assert requests[:2] == asked[:2]
        one = OneSeat()
        try:
            for place, request in enumerate(requests):
                one.take(request)
                if place < len(responses):
                    one.answered(responses[place])
        except ContradictionError:
            lost += 1
    if name == "nothing":
        assert lost == 0
    elif name in ("fifth tile", "claim of nothing", "second start", "again", "own action"):
        assert lost > 6


def found_of(bases: list[contradictions.SeatHistory], count: int) -> set[str]:
    many = fuzzed(range(count), 0, bases)
    return {finding.what for one in many for finding in one.judged.findings}


def test_the_judge_tells_of_a_rule_that_the_bot_has_wrong(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    bases = [base for base in histories(data_folder) if len(base[0]) > 100]
    monkeypatch.setattr(contradictions, "WAYS", {"to the last tile": WAYS["to the last tile"]})
    assert found_of(bases, 300) == set()
    monkeypatch.setattr(GameState, "wall_last", property(lambda _: False))
    assert found_of(bases, 300) == {"not legal at the judge"}


def test_the_judge_tells_of_a_state_that_the_bot_loses(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    def forgetful(state: GameState, request: str, loading: Any = None) -> None:
        if "BUGANG" in request:
            raise ValueError("a bot that does not know added kongs")
        fold(state, request, loading)

    monkeypatch.setattr("mj_bot.botzone.bot.fold", forgetful)
    monkeypatch.setattr("mj_bot.history.fold", forgetful)
    kongs = [base for base in histories(data_folder) if "BUGANG" in "".join(base[0])]
    assert "lost a state that the judge follows" in found_of(kongs, 60)
