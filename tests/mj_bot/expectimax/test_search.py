"""The search against perfect play of a small mahjong, and what each of its parts does."""

import random
from collections.abc import Callable, Sequence
from math import exp

import pytest

from mj_bot.expectimax.search import Coming, Node, OutOfTimeError, SearchedGame, TreeSearch
from mj_lab.research import one_suit
from mj_lab.research.one_suit_searched import OneSuitSearched, Waiting


def no_leaf(drawn: Sequence[Node]) -> list[float]:
    assert not drawn, "the search has not gone to the end"
    return []


def first_hands(count: int) -> list[Waiting]:
    rng, found = random.Random(4), []
    for _ in range(count):
        wall = one_suit.whole_wall()
        rng.shuffle(wall)
        found.append(Waiting(*one_suit.dealt(wall), 3))
    return found


def perfect_leaf(drawn: Sequence[Node]) -> list[float]:
    return [one_suit.best_value(one) for one in drawn]


@pytest.mark.parametrize(("depth", "leaf"), [(1, perfect_leaf), (2, perfect_leaf), (3, no_leaf)])
def test_it_is_perfect_play(depth: int, leaf: Callable[[Sequence[Node]], list[float]]) -> None:
    """To the end, or to leaves that know the rest."""
    hands = first_hands(12)
    perfect = [one_suit.value_after(*hand) for hand in hands]
    found = TreeSearch(OneSuitSearched(), leaf).values(hands, depth)
    assert found == pytest.approx(perfect, abs=1e-12)
    assert len(set(perfect)) > 4 and min(perfect) >= 0


def ranked(drawn: Sequence[one_suit.FiveTiles]) -> list[list[float]]:
    return [[one * 7 % 5 for one in range(one_suit.RANKS)] for _ in drawn]


@pytest.mark.parametrize(("alpha", "kept"), [(0.2, 1), (0.4, 2), (0.6, 3), (0.61, 4), (1.0, 5)])
def test_only_the_first_discards_are_expanded(alpha: float, kept: int) -> None:
    position = one_suit.FiveTiles((1, 1, 1, 1, 0, 1), (2, 2, 2, 2, 3, 2), 2)
    search = TreeSearch(OneSuitSearched(), no_leaf, ranked, alpha)
    best_first = sorted(one_suit.held_ranks(position.hand), key=lambda rank: -(rank * 7 % 5))
    hands = [node.hand for node in search.expanded(position)]
    wanted = [one_suit.changed(position.hand, rank, -1) for rank in best_first[:kept]]
    assert hands == wanted


@pytest.mark.parametrize(("alpha", "kept"), [(0.2, 1), (0.4, 2), (0.5, 3), (0.75, 3), (1.0, 3)])
def test_or_the_share_is_of_the_tiles(alpha: float, kept: int) -> None:
    position = one_suit.FiveTiles((3, 1, 0, 1, 0, 0), (1, 2, 2, 2, 3, 2), 2)
    search = TreeSearch(OneSuitSearched(), no_leaf, ranked, alpha, of_tiles=True)
    assert len(search.expanded(position)) == kept


@pytest.mark.parametrize(("within", "kept"), [(0.0, 3), (1.9, 1), (2.0, 2), (9.0, 3)])
def test_or_as_many_as_are_nearly_the_best(within: float, kept: int) -> None:
    """The ranks held are worth 4, 2, 1, 0, 0; at most three are expanded."""
    position = one_suit.FiveTiles((1, 1, 1, 1, 0, 1), (2, 2, 2, 2, 3, 2), 2)
    search = TreeSearch(OneSuitSearched(), no_leaf, ranked, 0.6, within=within)
    assert len(search.expanded(position)) == kept


def pruned_value(
    hand: one_suit.RankCounts, left: one_suit.RankCounts, draws: int, most: int
) -> float:
    """Perfect play among the first discards of each hand, written down once more."""
    if not draws:
        return 0.0
    found = 0.0
    for rank, copies in enumerate(left):
        five = one_suit.changed(hand, rank, 1)
        if not copies:
            continue
        won: float = one_suit.points(five)
        if not won:
            order = sorted(one_suit.held_ranks(five), key=lambda one: -(one * 7 % 5))
            kept = order[: -(-len(order) * most // 10)]
            rest = one_suit.changed(left, rank, -1)
            won = max(
                pruned_value(one_suit.changed(five, one, -1), rest, draws - 1, most) for one in kept
            )
        found += copies / sum(left) * won
    return found


@pytest.mark.parametrize("tenths", [4, 6])
def test_pruned_it_is_the_best_of_what_is_left(tenths: int) -> None:
    hands = first_hands(6)
    found = TreeSearch(OneSuitSearched(), no_leaf, ranked, tenths / 10).values(hands, 3)
    wanted = [pruned_value(*hand, tenths) for hand in hands]
    assert found == pytest.approx(wanted, abs=1e-12)
    assert sum(found) < sum(one_suit.value_after(*hand) for hand in hands)


class OneNode(SearchedGame):
    """A hand with these draws and claims, and then nothing."""

    def __init__(self, coming: Coming) -> None:
        self._coming = coming

    def coming(self, waiting: Node) -> Coming:
        return self._coming


def race(drawn: float, claims: list[tuple[float, float]], rng: random.Random) -> float:
    """One turn: claims come at their rates before the draw, the first that is better is taken."""
    first = (1.0, drawn)
    for rate, value in claims:
        at = rng.expovariate(rate)
        if value > drawn and at < first[0]:
            first = (at, value)
    return first[1]


def test_claims_race_for_the_turn() -> None:
    claims = [(0.3, 5.0), (0.8, 2.0), (0.5, 0.5)]
    coming = Coming([(0.25, 4.0), (0.75, 0.0)], [(rate, [value, -1.0]) for rate, value in claims])
    (found,) = TreeSearch(OneNode(coming), no_leaf).values(["hand"], 1)
    rng, times = random.Random(6), 40_000
    drawn = [race(1.0, claims, rng) for _ in range(times)]
    assert found == pytest.approx(sum(drawn) / times, abs=0.03)
    assert found > 1.5
    (alone,) = TreeSearch(OneNode(Coming([(1.0, 1.0)], [(0.3, [5.0])])), no_leaf).values([0], 1)
    assert alone == pytest.approx(exp(-0.3) * 1.0 + (1 - exp(-0.3)) * 5.0)


def test_what_does_not_help_is_not_claimed() -> None:
    coming = Coming([(1.0, 3.0)], [(2.0, [2.0, 3.0])])
    assert TreeSearch(OneNode(coming), no_leaf).values([0], 1) == [3.0]


def test_it_ends_when_the_time_is_over_and_keeps_what_it_knows() -> None:
    looks = iter([False] * 2 + [True] * 99)
    search = TreeSearch(
        OneSuitSearched(), lambda some: [0.0 for _ in some], time_is_up=lambda: next(looks)
    )
    hands = first_hands(2)
    assert len(search.values(hands[:1], 1)) == 1
    known = search.leaves
    with pytest.raises(OutOfTimeError):
        search.values(hands, 3)
    assert known and search.leaves == known
    assert len(search.values(hands[:1], 1)) == 1  # of what it knows it asks nobody


@pytest.mark.parametrize("alpha", [0.0, -1.0, 1.1, float("nan")])
def test_an_alpha_that_is_none_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha"):
        TreeSearch(OneSuitSearched(), no_leaf, alpha=alpha)
