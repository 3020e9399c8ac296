"""The levels of opponents; their names are defined only here."""

from __future__ import annotations

from typing import Any, NamedTuple

from mj_bot.tactics import DEFAULT


class OpponentLevel(NamedTuple):
    """A tactic as a level of strength.

    english, chinese: its name, and how it plays.
    """

    tactic: str
    english: tuple[str, str]
    chinese: tuple[str, str]

    def shown(self) -> dict[str, Any]:
        """The level for a page: pairs of texts, English first."""
        texts = (self.english, self.chinese)
        name, about = [pair[0] for pair in texts], [pair[1] for pair in texts]
        return {"tactic": self.tactic, "name": name, "about": about}


# The differences are those of docs/results/strength.md, in points a game, rounded.
LEVELS = (
    OpponentLevel(
        "greedy",
        ("Easy", "Builds its own hand by the shortest way, and looks at nobody else's."),
        ("简单", "只看自己的牌，走最近的路。"),
    ),
    OpponentLevel(
        "rule_based",
        ("Medium", "Knows eleven ways to 8 fan. About 7 points a hand better than Easy."),
        ("中等", "会十一种凑够 8 番的路线，每盘约比“简单”多 7 分。"),
    ),
    OpponentLevel(
        DEFAULT,
        (
            "Strong",
            "Weighs every way to 8 fan and the danger. About 6 points better than Medium.",
        ),
        ("强", "衡量各种 8 番牌型和放铳的危险，每盘约比“中等”多 6 分。"),
    ),
)


def levels_line() -> str:
    """The levels in one line, for the terminal.

    >>> levels_line()
    'easy is `greedy`, medium `rule_based`, strong `learned`'
    """
    (first, *others) = LEVELS
    named = [f"{first.english[0].lower()} is `{first.tactic}`"]
    named += [f"{level.english[0].lower()} `{level.tactic}`" for level in others]
    return ", ".join(named)
