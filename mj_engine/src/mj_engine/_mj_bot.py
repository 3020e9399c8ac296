"""All imports from mj_bot: no other module here imports it."""

from __future__ import annotations

import pkgutil
import zlib

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.expectimax.leaf_values import points_lacking
from mj_bot.expectimax.q_network import Q_NETWORK
from mj_bot.fan import Fan, Win, WinContext
from mj_bot.history import load_json
from mj_bot.learned.model import AdvantageModel
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.options import OPTIONS, checked_options
from mj_bot.odds.targets import target_table
from mj_bot.state import GameState
from mj_bot.tactics import error_words, load_itself, parted
from mj_bot.tactics._by_network import ByNetwork
from mj_bot.tactics.expectimax import Expectimax
from mj_bot.tactics.learned import Learned as LearnedTactic
from mj_bot.tiles import CODES

__all__ = [
    "CODES",
    "HU",
    "Q_NETWORK",
    "Action",
    "AdvantageModel",
    "Expectimax",
    "Fan",
    "GameState",
    "Network",
    "Weights",
    "Win",
    "WinContext",
    "action_space",
    "by_network_of",
    "error_words",
    "expectimax_of",
    "learned_of",
    "load_json",
    "odds_options",
    "parted",
    "points_lacking",
    "target_bytes",
]


def learned_of(name: str) -> LearnedTactic:
    """The tactic `learned` by its name with options; the native one plays by its model.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    tactic = load_itself(name)
    assert isinstance(tactic, LearnedTactic)
    return tactic


def expectimax_of(name: str) -> Expectimax:
    """The tactic `expectimax` of a name with its options, as `learned_of`."""
    tactic = load_itself(name)
    assert isinstance(tactic, Expectimax)
    return tactic


def by_network_of(name: str) -> ByNetwork:
    """The tactic `net`, `cnn` or `which_discard` of a name with its options, as `learned_of`."""
    tactic = load_itself(name)
    assert isinstance(tactic, ByNetwork)
    return tactic


def odds_options(given: dict[str, float]) -> dict[str, int | float]:
    """All options of `odds`, with defaults for those not given.

    Raises ValueError for an unknown option, or a number out of range.
    """
    return checked_options(OPTIONS, given)


def target_bytes() -> bytes:
    """The bytes of the target table, decompressed."""
    data = pkgutil.get_data("mj_bot.odds.targets", target_table.DATA_FILE)
    assert data is not None
    head = target_table.HEADER.size
    return data[:head] + zlib.decompress(data[head:])
