"""The constants of the three fitted models and the points of a win are held to the last digit."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.state import GameState
from mj_lab.fit.games import read_games
from mj_lab.fit.points import measured

from .golden import GOLDEN, MATCHES, Models, states, told, told_by

# The golden file has nine digits.
WITHIN = 1e-7


@cache
def golden() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return rows


@cache
def golden_states() -> tuple[GameState, ...]:
    """Copies: a state goes on with its match."""
    return tuple(state.copy() for _, state in states())


def test_the_models_say_what_they_said() -> None:
    """After `mj fit ... --write`: python tests/mj_bot/odds/golden.py."""
    assert len(golden()) == len(golden_states())
    for row, state in zip(golden(), golden_states(), strict=True):
        found = told(state)
        assert set(row) == {"seat", "turn", *found}
        for name, values in found.items():
            assert values == pytest.approx(row[name], rel=WITHIN, abs=1e-12), name


def changed_models() -> Iterator[Any]:
    """Every coefficient made larger and smaller by a quarter."""
    coefficients: Any
    for model, coefficients in zip(Models._fields, Models(), strict=True):
        for name, value in zip(coefficients._fields, coefficients, strict=True):
            pair = isinstance(value, tuple)
            for place in range(2 if pair else 1):
                for times in (0.75, 1.25):
                    new: Any = value
                    if pair:
                        new = tuple(
                            one * (times if here == place else 1) for here, one in enumerate(value)
                        )
                    else:
                        new = value * times
                    other = Models()._replace(**{model: coefficients._replace(**{name: new})})
                    yield pytest.param(other, id=f"{model}-{name}-{place}-{times}")


@pytest.mark.parametrize("models", list(changed_models()))
def test_no_coefficient_can_change_by_a_quarter_unnoticed(models: Models) -> None:
    assert any(
        values != pytest.approx(row[name], rel=10 * WITHIN, abs=1e-12)
        for row, state in zip(golden(), golden_states(), strict=True)
        for name, values in told_by(state, models).items()
    )


def test_what_a_win_is_worth_is_what_recorded_games_paid(data_folder: Path) -> None:
    """Not three errors from the means of 52 games; 20 for 53 would be eleven."""
    games = read_games([data_folder / "botzone_matches.jsonl.gz", MATCHES]).games
    win, deal_in = measured(games)
    assert (win.in_use, deal_in.in_use) == (WIN_POINTS, DEAL_IN_POINTS)
    assert win.games > 40
    assert deal_in.games > 20
    for one in (win, deal_in):
        assert one.error < 3
        assert abs(one.value - one.in_use) < 3 * one.error
