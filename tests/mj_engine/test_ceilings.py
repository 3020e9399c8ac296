"""What odds could earn: shown nothing it is odds, else it plays better by it.

The same of odds that plays its best actions on: it is odds where it believes its values.
"""

from typing import Any

import pytest

import mj_engine
from mj_engine import _core, odds
from tests.mj_engine.python_side import PLAIN_ODDS

WALLS = [mj_engine.wall_of_seed(f"shown/{wall}") for wall in range(24)]
SEAT = 2


def shown(**facts: Any) -> "mj_engine.Tactic":
    return _core.foresight("shown", odds.tables(), PLAIN_ODDS, **facts)


def played(player: "mj_engine.Tactic | str") -> mj_engine.Games:
    return mj_engine.play(WALLS, ["odds", "odds", player, "odds"], threads=1)


def otherwise(player: mj_engine.Tactic) -> int:
    """In how many games four of a player play otherwise than four of odds."""
    plain, found = (mj_engine.play(WALLS, one, threads=1).scores for one in ("odds", player))
    return int((found != plain).any(axis=1).sum())


def deal_ins(games: mj_engine.Games) -> int:
    return sum(one.result.giver == SEAT for one in games)


def wins(games: mj_engine.Games) -> int:
    return sum(one.result.action == "HU" and one.result.player == SEAT for one in games)


@pytest.fixture(scope="module")
def plain() -> mj_engine.Games:
    return played("odds")


def test_shown_nothing_it_is_odds(plain: mj_engine.Games) -> None:
    assert (played(shown()).scores == plain.scores).all()


def test_who_sees_the_waits_hardly_deals_in(plain: mj_engine.Games) -> None:
    assert deal_ins(plain) > 2
    assert deal_ins(played(shown(waits=True))) <= deal_ins(plain) // 3


@pytest.mark.parametrize("facts", [{"places": True}, {"draws": 3}])
def test_who_sees_its_own_tiles_wins_more_often(
    facts: dict[str, Any], plain: mj_engine.Games
) -> None:
    assert wins(played(shown(**facts))) > wins(plain)


def test_draws_may_be_shown_at_the_end_alone(plain: mj_engine.Games) -> None:
    assert (played(shown(draws=3, last=0)).scores == plain.scores).all()
    assert 0 < otherwise(shown(draws=3, last=5)) < otherwise(shown(draws=3)) / 2


def test_who_sees_what_a_deal_in_costs_seldom_plays_otherwise() -> None:
    assert 0 < otherwise(shown(costs=True)) < len(WALLS) / 2


def test_who_passes_wins_passes_those_on_a_discard_while_it_may(plain: mj_engine.Games) -> None:
    def passing(**when: int) -> mj_engine.Games:
        asked = {"least_draws": 1, "least_copies": 1, "most_fan": 99, **when}
        return played(_core.passes_wins("passes", mj_engine.tactic("odds"), **asked))

    won_by = [one.result.giver for one in passing() if one.result.player == SEAT]
    assert set(won_by) == {None}, "all by an own draw"
    for never in ({"least_draws": 30}, {"least_copies": 99}, {"most_fan": 7}):
        assert (passing(**never).scores == plain.scores).all()


def searching(
    scatter: float, sees_hands: bool = False, explore: float = 0.0, player: str = "odds"
) -> "mj_engine.Tactic":
    return _core.plays_on(
        "search",
        mj_engine.tactic(player),
        sees_hands=sees_hands,
        actions=2,
        gap=0.5,
        worlds=4,
        draws=1,
        scatter=scatter,
        slope=0.8,
        luck=1.0,
        explore=explore,
    )


@pytest.mark.parametrize("player", ["odds", "learned"])
def test_who_believes_its_values_plays_on_for_nothing(player: str) -> None:
    search = searching(0.0, player=player)
    alone, found = (
        mj_engine.play(WALLS[:6], [player, player, third, player], threads=1)
        for third in (player, search)
    )
    assert (found.scores == alone.scores).all()


def test_who_plays_on_by_bounds_does_not_ask_its_values(plain: mj_engine.Games) -> None:
    by_bounds = searching(0.0, explore=1.0)
    one, again = (
        mj_engine.play(WALLS[:6], ["odds", "odds", by_bounds, "odds"], threads=1) for _ in range(2)
    )
    assert (one.scores == again.scores).all()
    assert (one.scores != plain.scores[:6]).any()


@pytest.mark.thorough
def test_who_believes_what_it_played_on_is_the_same_by_any_number_of_threads(
    plain: mj_engine.Games,
) -> None:
    players: list[str | mj_engine.Tactic] = ["odds", "odds", searching(2.0), "odds"]
    one, two = (mj_engine.play(WALLS[:6], players, threads=threads) for threads in (1, 2))
    assert (one.scores == two.scores).all()
    assert (one.scores != plain.scores[:6]).any()
