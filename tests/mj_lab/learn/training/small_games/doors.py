"""Five rooms with six doors each, a sign in each room: how far to go, solved exactly.

Behind one door of a room it goes on, behind the others all is lost. A sign says which door it is,
some signs almost surely, the others nothing; what they say has to be learned. Before each room one
may leave with what the rooms so far have brought. Which door is right is hidden: whoever sees it
never leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

ROOMS, DOORS, SIGNS = 5, 6, 6
LEAVE = DOORS
ACTIONS = (*range(DOORS), LEAVE)
# What leaving before each room pays, and what the end pays.
PRIZES = (0.05, 0.1, 0.2, 0.35, 0.6, 1.0)
# The chance of the door that a sign points to; the other doors share the rest.
SURE, UNSURE = 0.94, 1 / DOORS
SURE_SIGNS = 4

# A room and the sign in it.
State = tuple[int, int]
# By state the chance of each action.
Policy = Mapping[State, list[float]]

STATES: list[State] = list(product(range(ROOMS), range(SIGNS)))


def told_door(room: int, sign: int) -> int:
    """The door that a sign points to; in each room another."""
    return (sign + 3 * room) % DOORS


def chance(room: int, sign: int, door: int) -> float:
    """The chance that a door is the right one."""
    sure = SURE if sign < SURE_SIGNS else UNSURE
    return sure if door == told_door(room, sign) else (1 - sure) / (DOORS - 1)


def best_value() -> float:
    """What perfect play that sees the signs alone expects of a game."""
    value = PRIZES[ROOMS]
    for room in reversed(range(ROOMS)):
        doors = [max(chance(room, sign, door) for door in range(DOORS)) for sign in range(SIGNS)]
        value = sum(max(PRIZES[room], best * value) for best in doors) / SIGNS
    return value


def value_of(policy: Policy) -> float:
    """What a policy expects of a game, exactly."""
    value = PRIZES[ROOMS]
    for room in reversed(range(ROOMS)):
        found = 0.0
        for sign in range(SIGNS):
            shares = policy[room, sign]
            found += shares[LEAVE] * PRIZES[room]
            found += value * sum(shares[door] * chance(room, sign, door) for door in range(DOORS))
        value = found / SIGNS
    return value
