"""Mangled inputs of every kind get one answer of legal form; `mj_lab.check.fuzz` asks a million."""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.botzone.bot import MODES, Settings
from mj_bot.botzone.process import play_turns
from mj_bot.tactics import DEFAULT
from mj_lab.check.fuzz import judged
from mj_lab.check.mangled import Case, case_of

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

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
