"""Tactic `v1_2`: as v1_1, but lone tiles have values: winds, dragons, 1 and 9 go first."""

from mj_bot.routes.blocks import LONE_HONOUR, LONE_SUITED, Blocks
from mj_bot.tactics.v1_1 import V11


class V12(V11):
    """The second version of `rule_based`, kept as an opponent to measure with."""

    name = "v1_2"

    def _counting(self) -> Blocks:
        return Blocks(LONE_SUITED, LONE_HONOUR)
