"""Policies: players in Python that decide at all tables at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine._mj_bot import error_words

# Arrays by name, a row for each decision.
Observations: TypeAlias = Mapping[str, NDArray[Any]]

_KNOWN = ("columns", "hand_only", "look_ahead", "planes", "scalars")


class PolicyError(ValueError):
    """A policy answered what is no answer, or failed; the line names it."""


@runtime_checkable
class Policy(Protocol):
    """Answers many decisions at once. It may have `features`, the names of what it sees.

    They are those of `mj_bot.features`; without any it sees `columns`.
    """

    def act_batch(self, observations: Observations, legal: NDArray[np.bool_]) -> ArrayLike:
        """The action of each of N decisions, by index: whole numbers [N].

        observations: its features by name, uint8 [N, ...]; `seat`, uint8 [N]; `game`, int64 [N],
        the number of the game; `lot`, float64 [N], a random number from 0 to 1 for this decision.
        legal: bool [N, ACTION_COUNT]; at least two actions are legal. The arrays are its own.

        An answer must depend on its own row only, and on nothing before: the rows of a call are
        decisions of many games, in any order and number.
        """


def features_of(policy: Policy) -> Sequence[str]:
    """The names of the features that a policy sees. Raises PolicyError for an unknown one."""
    features: Sequence[str] = getattr(policy, "features", ("columns",))
    for name in features:
        if name not in _KNOWN:
            raise PolicyError(
                f"{name_of_policy(policy)}: no feature {name!r:.80}; there are: {', '.join(_KNOWN)}"
            )
    return features


def name_of_policy(policy: Policy) -> str:
    """Its class, as a player is named.

    >>> class First:
    ...     pass
    >>> name_of_policy(First()).endswith(":First")
    True
    """
    kind = type(policy)
    return f"py:{kind.__module__}:{kind.__qualname__}"


def answers_of(
    policy: Policy, observations: Observations, legal: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """A policy's answers [N], by index; they need not be legal.

    Raises PolicyError if they are not N indexes of actions, and what the policy raises.
    """
    given = np.asarray(policy.act_batch(observations, legal))
    if given.shape != legal.shape[:1] or given.dtype.kind not in "iu":
        raise PolicyError(
            f"answered {given.dtype} {list(given.shape)}: {len(legal)} decisions need as many"
            " indexes of actions"
        )
    known = (given >= 0) & (given < _core.ACTION_COUNT)
    if not known.all():
        raise PolicyError(f"there is no action {given[~known][0]}")
    return given.astype(np.int64)


def checked_answers(
    policy: Policy, observations: Observations, legal: NDArray[np.bool_], may_fault: bool
) -> NDArray[np.int64]:
    """The same. may_fault: whether they may be illegal.

    Raises PolicyError, one line that names the policy, for anything wrong.
    """
    try:
        answers = answers_of(policy, observations, legal)
        wrong = np.flatnonzero(~legal[np.arange(len(answers)), answers])
        if len(wrong) and not may_fault:
            row = wrong[0]
            raise PolicyError(
                f"{_core.action_name(int(answers[row]))} is not legal in game"
                f" {observations['game'][row]} at seat {observations['seat'][row]}"
            )
    except PolicyError as error:
        raise PolicyError(f"{name_of_policy(policy)}: {error}") from None
    except Exception as error:
        raise PolicyError(f"{name_of_policy(policy)}: {error_words(error)}") from error
    return answers
