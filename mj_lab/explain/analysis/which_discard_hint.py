"""The best discards of a hand according to the network `which_discard`, at once."""

from __future__ import annotations

from mj_bot.events import PLAY, Action
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import WeightsError
from mj_bot.state import GameState
from mj_bot.tactics.which_discard import WhichDiscard
from mj_lab.explain.analysis.explanation import Row

_TOLD = 3
_DIGITS = 3


def network_opinion(state: GameState) -> Row | None:
    """The network's three best discards and its estimated shanten; None without weights.

    `discards`: the best first, each with `action` and `probability` (0 to 1, that the teacher has
    it among its best). `shanten`: the estimate, not a whole number.
    """
    try:
        tactic: WhichDiscard = WhichDiscard(packed_weights(WhichDiscard.name))
    except WeightsError:
        return None
    best = tactic.best_discards(state, _TOLD)
    discards = [
        {"action": str(Action(PLAY, tile)), "probability": round(good, _DIGITS)}
        for tile, good in best
    ]
    return {"discards": discards, "shanten": round(tactic.shanten(state), _DIGITS)}
