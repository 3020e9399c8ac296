"""The native tactics choose what Python's choose, decision for decision."""

from collections.abc import Iterable, Iterator

import pytest

import mj_engine
from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.state import GameState
from tests.recorded import Recorded, decisions

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")


def _differences(
    states: Iterable[GameState], name: str, seed: int = 0
) -> tuple[int, list[tuple[str, str]]]:
    theirs, ours = tactics.load(name, seed=seed), mj_engine.tactic(name)
    asked = 0
    different: list[tuple[str, str]] = []
    for state in states:
        legal = action_space(state)
        if len(legal) < 2:
            continue
        asked += 1
        chosen, expected = ours.choose_for(state, legal, seed), str(theirs(state))
        if chosen != expected:
            different.append((expected, chosen))
    return asked, different


def _states(recorded: Recorded, files: Iterable[str]) -> Iterator[GameState]:
    for name in files:
        for match in recorded(name):
            for seen in decisions(match):
                yield seen.state


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *(("random", seed) for seed in (0, 1, 4_000_000_000)),
        pytest.param("greedy", 0, marks=pytest.mark.slow),
    ],
)
def test_the_same_in_recorded_games(recorded: Recorded, name: str, seed: int) -> None:
    asked, different = _differences(_states(recorded, FILES), name, seed)
    assert (asked > 25 * sum(len(recorded(name)) for name in FILES), different) == (True, [])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_on_reference_decisions(recorded: Recorded, name: str) -> None:
    states = map(load_json, recorded("reference_decisions"))
    asked, different = _differences(states, name)
    assert (asked > 2_000, different) == (True, [])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("greedy@a=1", "greedy has no options"),
        ("v1_1", "no native tactic 'v1_1'; there are: cnn, expectimax, "),
        ("odds@patience", "KEY=NUMBER"),
        ("net@weights=none.mjw", "No such file"),
        ("net@margin=1", "no option 'margin'"),
        ("cnn@weights", "KEY=NUMBER"),
        ("learned@margin=-1", "margin, within and temperature are 0 or more"),
        ("learned@weights=none.mjw", "No such file"),
        ("learned@depth=1", "no option 'depth'"),
        ("expectimax", "without a limit of time: add seconds=0"),
        ("expectimax@seconds=0,network=0", "add hand_value=0"),
        ("expectimax@seconds=0,network=0,hand_value=0,depth=0", "depth is a whole number above 0"),
        ("expectimax@seconds=0,alpha=2", "alpha is above 0"),
        ("expectimax@margin=1", "no option 'margin'"),
        ("expectimax@seconds=0,weights=none.mjw", "No such file"),
    ],
)
def test_what_is_no_tactic_or_option(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        mj_engine.tactic(name)
