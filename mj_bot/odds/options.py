"""The options of `odds`: names, defaults, ranges and meanings.

The only such table: the tactic, `mj arena tactics`, `mj arena tune` and the fast table read it. A
new option is a line here.
"""

from typing import Any, Dict, NamedTuple, Sequence


class Option(NamedTuple):
    """A number that can be set where a tactic is named."""

    name: str
    default: float  # An int if it is a count.
    low: float  # The smallest value allowed.
    high: float  # The largest value allowed.
    meaning: str  # One line, with the unit.


class OptionError(ValueError):
    """An option has a value out of range; the message says what it may be."""


OPTIONS: Sequence[Option] = (
    Option("rival_win_rate", 1.2, 0.01, 100, "wins of the others a turn; a tile drawn has 1"),
    Option("rival_discard_weight", 1.2, 0, 100, "the factor on the others' discards of a tile"),
    Option("seven_fan_weight", 0.4, 0, 1, "the part of its value that a target of 7 fan keeps"),
    Option("six_fan_weight", 0.1, 0, 1, "the part of its value that a target of 6 fan keeps"),
    Option("fan_value", 1.5, 0, 100, "what a fan adds to the value of a win, whose base is 24"),
    Option("exact_distance", 2, 0, 4, "targets that lack no more tiles have their fan counted"),
    Option("pass_bonus", 0.07, -10, 10, "added to the log-odds of winning for passing"),
    Option("next_draw_bonus", 0.13, -10, 10, "added besides if one's own draw comes next"),
    Option("kong_cost", 0.3, -10, 10, "taken from the log-odds for a kong of a discard"),
    Option("defence", 0.5, 0, 10, "the factor on the chance to deal in"),
    Option("slack", 1, 0, 14, "tiles that a target may be farther than the nearest one"),
    Option("max_targets", 1000, 1, 100_000, "the most targets that are looked at"),
    Option("max_chicken_hands", 300, 0, 100_000, "the most Chicken Hands among them"),
)


def checked_options(options: Sequence[Option], given: Dict[str, float]) -> Dict[str, float]:
    """All options by name, with defaults for those not given.

    Raises OptionError for an unknown name and for a number out of range.

    >>> checked_options([Option("depth", 2, 0, 10, "layers")], {})
    {'depth': 2}
    """
    by_name = {option.name: option for option in options}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None:
            known = ", ".join(by_name)
            raise OptionError("there is no option {!r:.80}; there are: {}".format(name, known))
        if not option.low <= value <= option.high:
            line = "{} is {} to {}, not {}"
            raise OptionError(line.format(name, option.low, option.high, value))
        if isinstance(option.default, int) and value != int(value):
            raise OptionError("{} is a whole number, not {}".format(name, value))
    values = {option.name: given.get(option.name, option.default) for option in options}
    return {
        name: int(value) if isinstance(by_name[name].default, int) else value
        for name, value in values.items()
    }


class OddsOptions:
    """The options of one search as attributes: see OPTIONS.

    Raises OptionError as `checked_options` does.
    """

    def __init__(self, **given: float) -> None:
        vars(self).update(checked_options(OPTIONS, given))

    def __getattr__(self, name: str) -> Any:
        """For type checkers; existing attributes are found before."""
        raise AttributeError(name)
