"""The numbers that `odds` plays by are held: each change of one changes what it says."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.options import OPTIONS, OddsOptions
from mj_bot.state import GameState
from mj_lab.learn.fit.games import read_games
from mj_lab.learn.fit.points import measured

from .golden import (
    CANDIDATES,
    GOLDEN,
    MATCHES,
    WITHIN,
    Models,
    candidates,
    decisions,
    hold_models,
    states,
    told,
)


@cache
def golden() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return rows


@cache
def golden_states() -> tuple[GameState, ...]:
    """Copies: a state goes on with its match."""
    return tuple(state.copy() for _, state in states())


def test_the_models_say_what_they_said() -> None:
    """After `mj learn fit ... -o`: python tests/mj_bot/odds/golden.py."""
    hold_models()


def changed_models() -> Iterator[Any]:
    """Every coefficient made larger and smaller by a quarter."""
    plain: Any = Models()
    for model, coefficients in plain._asdict().items():
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
                    other = plain._replace(**{model: coefficients._replace(**{name: new})})
                    yield pytest.param(other, id=f"{model}-{name}-{place}-{times}")


@pytest.mark.parametrize("models", list(changed_models()))
def test_no_coefficient_can_change_by_a_quarter_unnoticed(models: Models) -> None:
    assert any(
        values != pytest.approx(row[name], rel=10 * WITHIN, abs=1e-12)
        for row, state in zip(golden(), golden_states(), strict=True)
        for name, values in told(state, models).items()
    )


@cache
def golden_decisions() -> tuple[GameState, ...]:
    return tuple(state for _, state in decisions())


def candidates_of(options: OddsOptions) -> Iterator[dict[str, list[float]]]:
    return (candidates(state, options) for state in golden_decisions())


@cache
def golden_candidates() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(CANDIDATES.read_text())
    return rows


def changed(value: float) -> tuple[float, float]:
    if value == 0:
        return -0.1, 0.1
    if isinstance(value, int) and value in (1, 2):
        return value - 1, value + 1
    return value * 0.75, value * 1.25


def changed_options() -> Iterator[Any]:
    """Every number of the search made larger and smaller by a quarter, or by one; 0 by a tenth.

    But for the most Chicken Hands looked at: more than they are change no value at all in sight.
    """
    for option in OPTIONS:
        for new in changed(option.default):
            kept = int(new) if isinstance(option.default, int) else new
            if (option.name, kept > option.default) != ("max_chicken_hands", True):
                yield pytest.param(OddsOptions(**{option.name: kept}), id=f"{option.name}-{kept}")


@pytest.mark.parametrize("options", list(changed_options()))
def test_no_number_of_the_search_can_change_unnoticed(options: OddsOptions) -> None:
    assert any(
        values != pytest.approx(row["candidates"].get(action), rel=1e-4)
        for row, actions in zip(golden_candidates(), candidates_of(options), strict=True)
        for action, values in actions.items()
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
