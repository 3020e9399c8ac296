"""Parameters: what is read of the command line, where places of a range lie, specs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.tactics import parted
from mj_lab.measure.tune.parameters import Parameter, check_parameters, parameter_of, spec_of


@given(
    st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.lists(st.floats(0, 1), min_size=2, max_size=9)
)
def test_places_keep_their_order_and_their_range(
    low: float, width: float, places: list[float]
) -> None:
    parameter = Parameter("x", low, low + width)
    values = [parameter.value(place) for place in sorted(places)]
    assert values == sorted(values)
    # Values have six digits.
    slack = 1e-5 * max(abs(low), abs(low + width))
    assert low - slack <= values[0]
    assert values[-1] <= low + width + slack


@given(st.floats(1e-6, 1e3), st.floats(1.01, 1e6), st.floats(0, 0.5))
def test_on_a_log_scale_equal_steps_are_equal_ratios(low: float, ratio: float, at: float) -> None:
    parameter = Parameter("x", low, low * ratio, log=True)
    step = parameter.value(at + 0.5) / parameter.value(at)
    assert math.isclose(step, math.sqrt(ratio), rel_tol=1e-4)


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9))
def test_what_a_spec_says_is_what_the_tactic_gets(low: float, high: float) -> None:
    a, b = Parameter("a", low, low + 1e9).value(0.3), Parameter("b", high, 2 * high, True).value(0)
    assert parted(spec_of("odds@exact=1", {"a": a, "b": b})) == (
        "odds",
        {"exact": 1, "a": a, "b": b},
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "--param is NAME=LOW:HIGH"),
        ("defence", "--param is NAME=LOW:HIGH"),
        ("defence=1", "--param is NAME=LOW:HIGH"),
        ("defence=1:2:3", "--param is NAME=LOW:HIGH"),
        ("defence=1:2:", "--param is NAME=LOW:HIGH"),
        ("defence=1:2:log:log", "--param is NAME=LOW:HIGH"),
        ("defence=a:b", "--param is NAME=LOW:HIGH"),
        ("=1:2", "--param is NAME=LOW:HIGH"),
        ("defence=nan:2", "--param is NAME=LOW:HIGH"),
        ("defence=1:inf", "--param is NAME=LOW:HIGH"),
        ("defence=2:2", "LOW must be below HIGH"),
        ("defence=3:2:log", "LOW must be below HIGH"),
        ("defence=0:2:log", "LOW must be above 0"),
        ("defence=-1:2:log", "LOW must be above 0"),
    ],
)
def test_what_is_no_parameter_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parameter_of(text)


@pytest.mark.parametrize(
    ("tactic", "names", "reason"),
    [
        ("odds", ["pass_bonus", "defense"], "odds has no option 'defense'"),
        ("odds", ["pass_bonus", "pass_bonus"], "the parameter 'pass_bonus' is given twice"),
        ("odds@defence=1", ["defence", "pass_bonus"], "the parameter 'defence' is given twice"),
        ("odds", ["pass_bonus"], "two --param at least"),
        ("odd", ["defence", "pass_bonus"], "no tactic 'odd'"),
        ("cmd:odds", ["defence", "pass_bonus"], "not cmd:odds"),
    ],
)
def test_what_the_tactic_lacks_is_told(tactic: str, names: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_parameters(tactic, [Parameter(name, 0.5, 1) for name in names])
