"""Schedules: a constant, or piecewise linear over the steps of a run."""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated

from pydantic import AfterValidator

SchedulePoints = tuple[tuple[int, float], ...]


def _rising(points: float | SchedulePoints) -> float | SchedulePoints:
    points_of = points if isinstance(points, tuple) else ((0, points),)
    steps = [step for step, _ in points_of]
    if not steps or steps != sorted(set(steps)) or steps[0] < 0:
        raise ValueError("a schedule is a number, or points [step, number] with steps that rise")
    if min(number for _, number in points_of) < 0:
        raise ValueError("a schedule's numbers are 0 or more")
    return points


# A number, or points [step, number]: linear between two points, constant outside.
Schedule = Annotated[float | SchedulePoints, AfterValidator(_rising)]


def at_step(schedule: float | SchedulePoints, step: int) -> float:
    """A schedule's value at a step; steps count from 0.

    >>> [at_step(((1, 1.0), (5, 0.0)), step) for step in range(7)]
    [1.0, 1.0, 0.75, 0.5, 0.25, 0.0, 0.0]
    >>> at_step(0.5, 100)
    0.5
    """
    if not isinstance(schedule, tuple):
        return schedule
    index = bisect_right(schedule, (step, float("inf")))
    if index == 0:
        return schedule[0][1]
    if index == len(schedule):
        return schedule[-1][1]
    (first, low), (last, high) = schedule[index - 1], schedule[index]
    return low + (high - low) * (step - first) / (last - first)
