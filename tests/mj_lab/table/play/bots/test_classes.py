"""A class of one's own at a table of people: named by who starts the server, a tactic there."""

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.table.play.bots.programs import PROGRAM, Programs
from mj_lab.table.play.play_table import hand_at

SPEC = "py:mj_bot.tactics.greedy:Greedy"


def test_a_class_sits_at_a_table_under_its_name() -> None:
    programs = Programs([SPEC, f"mine={SPEC}"])
    assert programs.names == ("Greedy", "mine")
    players = (PERSON, PROGRAM + "mine", "greedy", PROGRAM + "Greedy")
    hand = hand_at(players, 0, wall_of_seed("classes"), programs=programs)
    assert {type(tactic).__name__ for tactic in hand.tactics.values()} == {"Greedy"}
    assert sorted(hand.tactics) == [1, 2, 3]
    assert hand.programs == {}


def test_a_class_that_cannot_play_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="has no class Nobody"):
        Programs(["py:mj_bot.tactics.greedy:Nobody"])
    with pytest.raises(ValueError, match="no program: 'greedy'"):
        Programs(["greedy"])
