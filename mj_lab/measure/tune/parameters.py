"""The options to tune: their ranges, and specs of tactics with values set."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mj_bot.tactics import parted
from mj_lab.core.game.players import tactic_of

Values = dict[str, float]


class Parameter(NamedTuple):
    """An option of a tactic and its range. log: whether the scale is logarithmic."""

    name: str
    low: float
    high: float
    log: bool = False

    def value(self, point: float) -> float:
        """The value at a point 0-1 of the range, to six digits as in a spec.

        >>> Parameter("defence", 0.01, 1, True).value(0.5), Parameter("defence", 0, 3).value(1 / 3)
        (0.1, 1.0)
        """
        if self.log:
            low, high = math.log(self.low), math.log(self.high)
            return _rounded(math.exp(low + point * (high - low)))
        return _rounded(self.low + point * (self.high - self.low))


def parameter_of(text: str) -> Parameter:
    """Parse `NAME=LOW:HIGH` or `NAME=LOW:HIGH:log`.

    Raises ValueError for anything else, and for an empty range.

    >>> parameter_of("defence=0.5:2:log")
    Parameter(name='defence', low=0.5, high=2.0, log=True)
    """
    name, _, limits = text.partition("=")
    low, high, *rest = [*limits.split(":"), "", ""][: max(2, limits.count(":") + 1)]
    log = rest == ["log"]
    try:
        parameter = Parameter(name, float(low), float(high), log)
    except ValueError:
        raise _not_a_parameter(text) from None
    ends_are_numbers = math.isfinite(parameter.low) and math.isfinite(parameter.high)
    if not name.isidentifier() or (rest and not log) or not ends_are_numbers:
        raise _not_a_parameter(text)
    if parameter.low >= parameter.high:
        raise ValueError(f"--param {text:.80}: LOW must be below HIGH")
    if log and parameter.low <= 0:
        raise ValueError(f"--param {text:.80}: with log, LOW must be above 0")
    return parameter


def spec_of(tactic: str, values: Mapping[str, float]) -> str:
    """The tactic with these values set, added to those it has.

    >>> spec_of("odds@defence=1", {"pass_bonus": 0.5, "max_chicken_hands": 100})
    'odds@defence=1,pass_bonus=0.5,max_chicken_hands=100'
    """
    if not values:
        return tactic
    given = ",".join(f"{name}={value:g}" for name, value in values.items())
    return f"{tactic}{',' if '@' in tactic else '@'}{given}"


def check_parameters(tactic: str, parameters: Sequence[Parameter]) -> None:
    """Check that a tactic has all these options, at both ends of their ranges.

    Raises ValueError if it does not, or if there are too few parameters, or one twice.
    """
    if ":" in tactic:
        raise ValueError(f"only a tactic by its name or file has options to tune, not {tactic:.80}")
    names = [parameter.name for parameter in parameters]
    _, given = parted(tactic)
    for name in names:
        if name in given or names.count(name) > 1:
            raise ValueError(f"the parameter {name!r} is given twice")
    tactic_of(spec_of(tactic, {parameter.name: parameter.low for parameter in parameters}))
    tactic_of(spec_of(tactic, {parameter.name: parameter.high for parameter in parameters}))
    if len(parameters) < 2:
        raise ValueError(
            "give two --param at least: the optimiser does not work with one,"
            " for which a few duels are enough"
        )


def _rounded(value: float) -> float:
    return float(f"{value:g}")


def _not_a_parameter(text: str) -> ValueError:
    return ValueError(f"--param is NAME=LOW:HIGH or NAME=LOW:HIGH:log, not {text!r:.80}")
