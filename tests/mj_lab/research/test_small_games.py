"""The optima and exploitabilities of the small games, held against play and known equilibria."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from mj_lab.research import kuhn, one_suit
from mj_lab.research.bandit import Bandit
from mj_lab.research.one_suit import FiveTiles


def played_out(choose: Callable[[FiveTiles], int], games: int) -> tuple[float, float]:
    """The mean points of shuffled walls and its error, tile by tile as one would play."""
    lot, won = random.Random(1), []
    for _ in range(games):
        wall = one_suit.whole_wall()
        lot.shuffle(wall)
        held, points = sorted(wall[:4]), 0
        for draw in range(4):
            held.append(wall[4 + draw])
            points = points_of(held)
            if points or draw == 3:
                break
            left = wall[5 + draw :]
            counts = [tuple(tiles.count(rank) for rank in range(6)) for tiles in (held, left)]
            held.remove(choose(FiveTiles(counts[0], counts[1], 3 - draw)))
        won.append(points)
    return float(np.mean(won)), float(np.std(won)) / games**0.5


def points_of(tiles: list[int]) -> int:
    """By the rules in words: a pair, and three alike or three in a row."""
    best = 0
    for pair in set(tiles):
        rest = sorted(tiles)
        if rest.count(pair) < 2:
            continue
        rest.remove(pair)
        rest.remove(pair)
        if len(set(rest)) == 1:
            best = max(best, 2)
        elif rest == list(range(rest[0], rest[0] + 3)):
            best = max(best, 1)
    return best


def lowest(position: FiveTiles) -> int:
    return next(one_suit.held_ranks(position.hand))


@pytest.mark.parametrize("choose", [one_suit.best_discard, lowest])
def test_one_suit_is_worth_what_it_pays_when_it_is_played(
    choose: Callable[[FiveTiles], int],
) -> None:
    mean, error = played_out(choose, 20_000)
    expected = one_suit.optimum() - one_suit.exploitability(choose)
    assert mean == pytest.approx(expected, abs=4 * error)


def test_nothing_beats_the_optimum_of_one_suit() -> None:
    assert sum(chance for chance, *_ in one_suit.deals()) == pytest.approx(1)
    assert one_suit.exploitability(one_suit.best_discard) == pytest.approx(0, abs=1e-12)
    assert one_suit.exploitability(lowest) > 0.1
    lot = random.Random(3)
    fixed: dict[FiveTiles, int] = {}

    def by_chance(position: FiveTiles) -> int:
        return fixed.setdefault(position, lot.choice(list(one_suit.held_ranks(position.hand))))

    assert one_suit.exploitability(by_chance) > 0.1


def test_kuhn_poker_has_its_known_value_at_every_equilibrium() -> None:
    for bluff in (0.0, 0.1, 1 / 3):
        policy = kuhn.optimum(bluff)
        assert set(policy) == set(kuhn.INFORMATION_SETS)
        assert kuhn.value(policy, policy) == pytest.approx(kuhn.GAME_VALUE)
        assert kuhn.exploitability(policy) == pytest.approx(0, abs=1e-12)
    # Beyond a third the bluffs are called; and whoever never bets can be bet out.
    assert kuhn.exploitability(kuhn.optimum(0.4)) > 0.01
    assert kuhn.exploitability(dict.fromkeys(kuhn.INFORMATION_SETS, 0.0)) > 0.5


def test_open_spiel_says_the_same_of_kuhn_poker() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="pip install open_spiel")
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability as theirs

    lot = np.random.default_rng(2)
    game = pyspiel.load_game("kuhn_poker")
    for _ in range(5):
        own = {place: float(lot.random()) for place in kuhn.INFORMATION_SETS}
        table = policies.TabularPolicy(game)
        for (card, history), bets in own.items():
            row = table.policy_for_key(f"{card}{history}")
            row[:] = (1 - bets, bets)
        # NashConv is the sum over both seats, as ours is.
        assert theirs.nash_conv(game, table) == pytest.approx(kuhn.exploitability(own))


def test_a_bandit_pays_by_its_chances() -> None:
    bandit = Bandit((0.2, 0.9))
    paid = bandit.pulled(np.repeat([0, 1], 20_000), np.random.default_rng(1)).reshape(2, -1)
    assert paid.mean(axis=1) == pytest.approx(bandit.arms, abs=0.02)
    assert set(np.unique(paid)) == {0.0, 1.0}
    assert bandit.exploitability([0, 1]) == 0
    assert bandit.exploitability([1, 0]) == pytest.approx(0.7)
