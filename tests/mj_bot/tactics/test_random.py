"""Tactic `random`: wins when it can, draws evenly, and the same in every process."""

import subprocess
import sys
from collections import Counter

from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_bot.tactics.random import Random
from tests.recorded import Recorded, dealt

HAND = "W1 W2 W5 W7 B2 B5 B6 T3 T6 T8 F1 F2 J1"


def drawn(tile: str, hand: str = HAND) -> GameState:
    return dealt(hand, "2 " + tile)


def test_only_legal_actions_and_a_win_whenever_there_is_one(recorded: Recorded) -> None:
    tactic = Random()
    wins = 0
    for decision in recorded("reference_decisions"):
        state = load_json(decision)
        chosen = tactic(state)
        legal = action_space(state)
        assert chosen in legal
        assert (chosen.kind == HU) is (legal[0].kind == HU)
        wins += chosen.kind == HU
    assert wins > 0


def test_every_action_is_as_likely() -> None:
    state = drawn("J2")
    games = 5000
    plays = Counter(Random(seed)(state).tile for seed in range(games))
    legal = action_space(state)
    assert set(plays) == {action.tile for action in legal if action.kind == PLAY}
    # Chi square with 13 degrees of freedom: 40 is passed once in ten thousand fair draws.
    fair = games / len(legal)
    assert sum((count - fair) ** 2 / fair for count in plays.values()) < 40


def test_states_are_drawn_independently_of_each_other() -> None:
    codes = [f"{suit}{number}" for suit in "WBT" for number in range(1, 10)]
    places = Counter()  # type: Counter[int]
    for code in codes:
        state = drawn(code)
        places[action_space(state).index(Random()(state))] += 1
    assert max(places.values()) <= 8


def test_seeds_differ_and_a_seed_repeats() -> None:
    state = drawn("J2")
    assert len({Random(seed)(state) for seed in range(40)}) > 5
    assert [Random(seed)(state) for seed in range(40)] == [
        Random(seed)(state) for seed in range(40)
    ]
    assert Random(-1)(state) == Random(0xFFFFFFFF)(state)
    state.legal = tuple(action_space(state)[:2])
    assert {Random(seed)(state) for seed in range(40)} == set(state.legal)


def test_another_process_draws_the_same() -> None:
    code = (
        "from mj_bot.history import load_json\n"
        "from mj_bot.tactics.random import Random\n"
        f"state = load_json({{'requests': ['0 0 0', '1 0 0 0 0 {HAND}', '2 J2']}})\n"
        "print(*[Random(seed)(state) for seed in range(20)], sep=',')"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": str(salt)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for salt in (1, 2)
    }
    assert found == {",".join(str(Random(seed)(drawn("J2"))) for seed in range(20))}
