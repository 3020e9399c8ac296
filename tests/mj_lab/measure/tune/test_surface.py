"""The response surface, asked of a parabola whose slopes and bends are known."""

from collections.abc import Iterator
from random import Random

import pytest

from mj_lab.measure.tune.surface import Surface

DIMENSION, POPULATION = 3, 8


def height(place: tuple[float, ...]) -> float:
    """Highest at 0.25 in the first number, in the second at its upper end; the third is idle."""
    first, second, _ = place
    return -4 * (first - 0.25) ** 2 + 3 * second


def told(seed: str, generations: int, noise: float) -> Surface:
    """A surface that has been given the heights, with an offset for each generation's walls."""
    surface, random = Surface(DIMENSION, POPULATION, seed), Random(seed)
    for _ in range(generations):
        walls = random.gauss(0, 10)
        surface.tell([height(place) + walls + random.gauss(0, noise) for place in surface.ask()])
    return surface


def test_slopes_bends_and_the_best_are_those_of_the_parabola() -> None:
    surface = told("0", 10, 0.0)
    first, second, third = surface.responses()
    assert first.bend == pytest.approx(-1)
    assert first.slope == pytest.approx(-2, abs=0.2)  # By a straight line: the bend is left over.
    assert (second.slope, second.bend) == pytest.approx((3, 0), abs=0.2)
    assert (third.slope, third.bend) == pytest.approx((0, 0), abs=0.2)
    assert surface.mean[:2] == pytest.approx((0.25, 1.0), abs=1e-6)


def pulls() -> Iterator[tuple[float, float]]:
    for seed in range(300):
        _, second, third = told(str(seed), 6, 0.5).responses()
        yield (second.slope - 3) / second.slope_error, third.bend / third.bend_error


def test_the_errors_are_how_far_off_the_figures_are() -> None:
    """The mean square of 300 pulls each lies within 0.25 of 1: three of its own errors."""
    for one in zip(*pulls(), strict=True):
        assert sum(pull**2 for pull in one) / len(one) == pytest.approx(1, abs=0.25)


def test_a_generation_has_every_slice_of_every_number_once() -> None:
    places = Surface(DIMENSION, POPULATION, "1").ask()
    for number in zip(*places, strict=True):
        assert sorted(int(at * POPULATION) for at in number) == list(range(POPULATION))


def test_before_there_is_enough_for_a_fit_the_best_is_the_middle() -> None:
    surface = Surface(DIMENSION, POPULATION, "2")
    assert surface.responses() == []
    assert surface.mean == (0.5,) * DIMENSION


def test_the_seed_decides_what_is_asked() -> None:
    assert Surface(2, 5, "3").ask() == Surface(2, 5, "3").ask() != Surface(2, 5, "4").ask()
