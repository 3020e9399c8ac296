"""`rule_based` in C++: the choice, every value and every distance of Python's, ties too."""

from collections.abc import Iterator
from itertools import islice

import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.state import GameState
from mj_bot.tactics.rule_based import RuleBased
from mj_engine import _core
from tests.mj_engine.python_side import match_in
from tests.recorded import Recorded, decisions

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")
# Sums are made in the same order on both sides: what differs would be another way of counting.
WITHIN = 1e-9


class Compared:
    """Decisions of any games, made on both sides."""

    def __init__(self) -> None:
        self._ours = mj_engine.tactic("rule_based")
        self._theirs, self._evaluator = RuleBased(), RouteEvaluator()
        self.asked = self.values = 0
        self.different: list[str] = []

    def choice(self, state: GameState) -> str:
        """The answer of Python's tactic; notes where ours is another."""
        legal = action_space(state)
        expected = str(self._theirs(state))
        if len(legal) > 1:
            self.asked += 1
            chosen = self._ours.choose_for(state, legal)
            if chosen != expected:
                self.different.append(f"{chosen}, in Python {expected}")
        return expected

    def all_values(self, state: GameState) -> None:
        """Every action, in Python's order, with its value and its distances."""
        legal = action_space(state)
        found = _core.route_candidates(state, legal)
        wanted = list(self._evaluator.candidates(state))
        if [action for action, _, _ in found] != [str(one.action) for one in wanted]:
            self.different.append(f"the order {found}, in Python {wanted}")
            return
        for (action, value, distances), one in zip(found, wanted, strict=True):
            self.values += 1
            pairs = [(value, one.value), *zip(distances, one.distances, strict=False)]
            assert len(pairs) == 12 or not one.distances
            if any(abs(ours - theirs) > WITHIN for ours, theirs in pairs):
                self.different.append(f"{action}: {pairs}")


def _states(recorded: Recorded, every: int) -> Iterator[GameState]:
    """One decision in `every` of all recorded games, and of the reference decisions."""
    for name in FILES:
        for match in recorded(name):
            for seen in islice(decisions(match), 0, None, every):
                yield seen.state
    for record in recorded("reference_decisions")[::every]:
        yield load_json(record)


@pytest.mark.parametrize(
    ("every", "most"), [(199, 150), pytest.param(1, None, marks=pytest.mark.slow)]
)
def test_values_and_choices_of_recorded_decisions(
    recorded: Recorded, every: int, most: int | None
) -> None:
    compared = Compared()
    for state in islice(_states(recorded, every), most):
        compared.choice(state)
        compared.all_values(state)
    print(f"{compared.asked} decisions, {compared.values} actions")
    least = 40 if most else 25 * sum(len(recorded(name)) for name in FILES)
    assert (compared.asked > least, compared.values > 10 * least) == (True, True)
    assert compared.different == []


MIXED = ["rule_based", "odds", "rule_based", "greedy"]


@pytest.mark.parametrize("count", [1, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", [["rule_based"] * 4, MIXED], ids=["alone", "mixed"])
def test_choices_of_games(players: list[str], count: int) -> None:
    """Plays games and has Python make every choice of `rule_based` in them again."""
    walls = [mj_engine.wall_of_seed(f"rules/{number}") for number in range(count)]
    winds = [number % 4 for number in range(count)]
    played = mj_engine.play(walls, players, prevalent_winds=winds, records=True)
    compared = Compared()
    for number, record in enumerate(played.records):
        match = match_in(record)
        for turn, seat, state in decisions(match):
            if players[seat] != "rule_based":
                continue
            answered = match["responses"][turn][seat]
            expected = compared.choice(state)
            if answered != expected:
                compared.different.append(f"game {number}: {answered}, in Python {expected}")
    print(f"{players}: {compared.asked} choices in {count} games")
    assert (compared.asked > 15 * count, compared.different) == (True, [])


def test_a_state_of_no_game_is_refused() -> None:
    state = GameState()
    with pytest.raises(ValueError, match="no game|not the state"):
        _core.route_candidates(state, [])
