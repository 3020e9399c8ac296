"""The points of a win and of dealing in, from scores counted by hand."""

import pytest

from mj_lab.core.records.match import Match, MatchResult
from mj_lab.learn.fit.games import FitGame
from mj_lab.learn.fit.points import measured

WALL = tuple(range(34)) * 4


def game(wall: str, scores: tuple[int, ...], winner: int | None) -> FitGame:
    result = MatchResult(action="HUANG" if winner is None else "HU", player=winner)
    players = ("a", "b", "a", "b")
    match = Match(
        id=wall, players=players, quan=0, wall=WALL, requests=(), responses=(), scores=scores,
        result=result,
    )  # fmt: skip
    return FitGame(match, "", wall, False)


GAMES = [
    game("1", (34, -18, -8, -8), 0),  # b deals 10 fan in to a
    game("2", (-8, -8, -28, 44), 3),  # a deals 20 fan in to b
    game("3", (60, -20, -20, -20), 0),  # drawn by a
    game("4", (-8, 36, -20, -8), 1),  # a deals 12 fan in to b
    game("5", (-16, -8, 32, -8), 2),  # a deals 8 fan in to a
    game("6", (0, 0, 0, 0), None),
]


def test_wins_and_deal_ins_are_told_by_the_scores() -> None:
    win, deal_in = measured(GAMES)
    assert (win.constant, win.games) == ("WIN_POINTS", 5)
    assert win.value == pytest.approx((34 + 44 + 60 + 36 + 32) / 5 + 8)
    assert (deal_in.constant, deal_in.games) == ("DEAL_IN_POINTS", 4)
    assert deal_in.value == pytest.approx((10 + 20 + 12 + 8) / 4)
    # On walls of their own: the error of a mean.
    spread = sum((one - 12.5) ** 2 for one in (10, 20, 12, 8))
    assert deal_in.error == pytest.approx((spread / 3 / 4) ** 0.5)


def test_of_one_player() -> None:
    more = [*GAMES, game("7", (-8, -8, -8, 24), 3), game("8", (-9, 8, 1, 0), None)]
    more += [game("9", (50, -34, -8, -8), 0), game("10", (50, -8, -34, -8), 0)]
    win, deal_in = measured(more, "a")
    assert win.value == pytest.approx((34 + 60 + 32 + 50 + 50) / 5 + 8)
    assert deal_in.value == pytest.approx((20 + 12 + 8 + 26) / 4)


def test_penalties_of_false_wins_are_no_part_of_it() -> None:
    """The same hands, in which some seat paid 30 for a false win before."""
    fined = []
    for one in GAMES:
        penalties = (10, 10, -30, 10)
        scores = tuple(a + b for a, b in zip(one.match.scores, penalties, strict=True))
        changed = one.match.model_copy(update={"scores": scores, "penalties": penalties})
        fined.append(one._replace(match=changed))
    assert [one.match.played_scores for one in fined] == [one.match.scores for one in GAMES]
    assert measured(fined) == measured(GAMES)


def test_games_on_one_wall_are_one() -> None:
    once = measured(GAMES)[0]
    twice = measured([one for one in GAMES for _ in range(2)])[0]
    assert (twice.value, twice.games) == (once.value, 2 * once.games)
    assert twice.error == pytest.approx(once.error)


def test_too_few_are_refused() -> None:
    with pytest.raises(ValueError, match="too few games for WIN_POINTS: 1"):
        measured(GAMES[:1])
