"""What odds could earn: shown nothing it is odds, else it plays better by it.

The same of odds that plays its best actions on: it is odds where it believes its values.
"""

import pytest

import mj_engine
from mj_engine import _core, odds
from tests.mj_engine.python_side import PLAIN_ODDS

WALLS = [mj_engine.wall_of_seed(f"shown/{wall}") for wall in range(24)]
SEAT = 2


def shown(places: bool = False, waits: bool = False, draws: int = 0) -> "mj_engine.Tactic":
    return _core.foresight("shown", odds.tables(), PLAIN_ODDS, places, waits, draws)


def played(player: "mj_engine.Tactic | str") -> mj_engine.Games:
    return mj_engine.play(WALLS, ["odds", "odds", player, "odds"], threads=1)


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


@pytest.mark.parametrize(("places", "draws"), [(True, 0), (False, 3)])
def test_who_sees_its_own_tiles_wins_more_often(
    places: bool, draws: int, plain: mj_engine.Games
) -> None:
    assert wins(played(shown(places=places, draws=draws))) > wins(plain)


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
