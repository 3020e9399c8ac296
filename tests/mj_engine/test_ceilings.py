"""Odds that is shown what nobody can know: nothing shown it is odds, else it plays better by it."""

import pytest

pytest.importorskip("mj_engine", reason="make engine")

import mj_engine
from mj_engine import _core, odds
from mj_engine._mj_bot import odds_options

WALLS = [mj_engine.wall_of_seed(f"shown/{wall}") for wall in range(24)]
SEAT = 2


def shown(places: bool = False, waits: bool = False, draws: int = 0) -> "mj_engine.Tactic":
    return _core.foresight("shown", odds.tables(), odds_options({}), places, waits, draws)


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
