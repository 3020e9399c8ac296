"""Tactic `v2_1`: the nearest of six fans, by the number of tiles still needed.

docs/reference/rule_based.md, "The earlier versions", has what is known about it.
"""

from mj_bot.routes.distance.difficulty import ALIKE
from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.routes.families.all_types import AllTypes
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.families.special import SevenPairs
from mj_bot.tactics.rule_based import RuleBased

_CHOWS = ("清龙", "花龙", "三色三同顺", "三色三步高")


class V21(RuleBased):
    """The first version of `rule_based` that aims at fans, kept as an opponent to measure with."""

    name = "v2_1"

    def __init__(self) -> None:
        super().__init__()
        routes = (Chows(_CHOWS), AllTypes(), SevenPairs())
        self._evaluator = RouteEvaluator(routes, ALIKE, nearest_alone=True, kong_gain=0.0)
