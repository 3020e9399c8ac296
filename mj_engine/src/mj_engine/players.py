"""Native tactics by mj_bot's names, with options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from mj_engine import _core
from mj_engine._core import Tactic

Player: TypeAlias = "str | Tactic"

_WITHOUT_OPTIONS = ("greedy", "random", "rule_based")
_BY_NETWORKS = ("cnn", "net", "which_discard")
NATIVE = (
    "cnn",
    "expectimax",
    "greedy",
    "learned",
    "net",
    "odds",
    "random",
    "rule_based",
    "which_discard",
)


def tactic(name: str) -> Tactic:
    """The native tactic by its name, with or without options: `odds@pass_bonus=0.2`.

    Raises ValueError if there is no such tactic or option here.

    >>> tactic("greedy").name
    'greedy'
    """
    plain, at, _ = name.partition("@")
    if plain in _WITHOUT_OPTIONS:
        if at:
            raise ValueError(f"{plain} has no options")
        return _core.native_rule_based() if plain == "rule_based" else _core.native(plain)
    if plain not in NATIVE:
        raise ValueError(f"no native tactic {plain[:80]!r}; there are: {', '.join(NATIVE)}")
    # Half of the time in which mj_engine is imported.
    from mj_engine import expectimax, learned, nets, odds
    from mj_engine._mj_bot import odds_options, parted

    if plain == "learned":
        return learned.native(name)
    if plain == "expectimax":
        return expectimax.native_expectimax(name)
    if plain in _BY_NETWORKS:
        return nets.native_by_networks(name)
    return _core.native_odds(name, odds.tables(), odds_options(parted(name)[1]))


def tactics_of(players: Player | Sequence[Player]) -> list[Tactic]:
    """The tactics of one or several names; a Tactic is returned as it is."""
    several = [players] if isinstance(players, (str, Tactic)) else players
    return [tactic(player) if isinstance(player, str) else player for player in several]
