"""The list of tactics has every option that can be set, each with what it does."""

from inspect import signature

import pytest

from mj_bot import tactics
from mj_lab.measure.arena.tactic_list import described


@pytest.mark.parametrize("name", tactics.names())
def test_every_option_of_a_tactic_is_listed_with_what_it_does(name: str) -> None:
    line, rows = described(name)
    assert line
    assert all(meaning for _, _, meaning in rows)
    listed = {number.partition("=")[0] for number, _, _ in rows}
    made = tactics.class_of(name)
    taken = {one.name for one in signature(made).parameters.values() if one.kind != one.VAR_KEYWORD}
    assert listed == (taken - {"seed"}) | {one.name for one in tactics.options_of(made)}


def test_an_option_without_a_default_number_shows_its_name() -> None:
    rows = {number: meaning for number, _, meaning in described("learned")[1]}
    assert rows["margin"].startswith("by how many points another action must be better")
