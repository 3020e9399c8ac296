"""Tactic `v2_2`: fifteen fans along ten routes, by basic_shanten; the nearest three count.

docs/reference/rule_based.md, "The earlier versions", has what is known about it.
"""

from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.routes.families.all_types import AllTypes
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.families.flushes import HalfFlushAlone, LowerFour, UpperFour
from mj_bot.routes.families.melded_hand import MeldedHand
from mj_bot.routes.families.pungs import AllPungs
from mj_bot.routes.families.special import HonorsAndKnitted, SevenPairs, ThirteenOrphans
from mj_bot.tactics.rule_based import RuleBased

_CHOWS = ("清龙", "花龙", "三色三同顺", "三色三步高", "一色三同顺", "组合龙")


class V22(RuleBased):
    """The last version before `rule_based`, kept as an opponent to measure with."""

    name = "v2_2"

    def __init__(self) -> None:
        super().__init__()
        routes = (
            Chows(_CHOWS),
            AllTypes(),
            AllPungs(),
            HalfFlushAlone(),
            MeldedHand(),
            SevenPairs(),
            ThirteenOrphans(),
            HonorsAndKnitted(),
            UpperFour(),
            LowerFour(),
        )
        self._evaluator = RouteEvaluator(routes, kong_gain=0.0)
