"""The bots that people play against, by name, and their strength; defined only here."""

from __future__ import annotations

from typing import Any, NamedTuple

from mj_bot.tactics import DEFAULT


class NamedBot(NamedTuple):
    """A tactic as a player with a name.

    name, character, level: pairs, English first; level: None for a bot that is no level. points:
    by which a seat of it is ahead of a seat of DEFAULT at one table, a game; error: of these.
    worth: the points on this scale of a point a game that one seat makes against three of it.
    """

    tactic: str
    name: tuple[str, str]
    character: tuple[str, str]
    points: float
    error: float
    worth: float
    level: tuple[str, str] | None = None

    def shown(self) -> dict[str, Any]:
        """The bot for a page."""
        return self._asdict()


# The weakest first. The points are those of docs/results/strength.md against DEFAULT, two seats
# each. A point's worth is such that DEFAULT, alone against three of the bot, comes to 0, and
# `rule_based`, alone against three of DEFAULT, to its own points; `net` and `odds`, nearly as
# strong as DEFAULT, have its worth. A test compares all this with the stored duels.
BOTS = (
    NamedBot(
        "random",
        ("Sui", "阿随"),
        ("plays whatever comes to hand, and never misses a win", "随手就打，能和不漏"),
        -27.89,
        0.30,
        0.83,
    ),
    NamedBot(
        "greedy",
        ("Kuai", "阿快"),
        ("takes the shortest way, and looks at no hand but its own", "只看自己的牌，走最近的路"),
        -12.09,
        0.36,
        1.05,
        ("Easy", "简单"),
    ),
    NamedBot(
        "rule_based",
        ("Pu", "老谱"),
        ("plays by the book, which has eleven ways to 8 fan", "照谱打牌，会十一种凑够 8 番的路线"),
        -5.88,
        0.21,
        1.16,
        ("Medium", "中等"),
    ),
    NamedBot(
        "net",
        ("Wu", "小悟"),
        ("plays by feel, as it learned from many games", "凭牌感出牌，看过很多对局"),
        -1.80,
        0.36,
        1.40,
    ),
    NamedBot(
        "odds",
        ("Suan", "阿算"),
        ("counts the odds of every way to 8 fan, and the danger", "算清每条路线的机会和放铳的危险"),
        -0.44,
        0.07,
        1.40,
    ),
    NamedBot(
        DEFAULT,
        ("Xue", "阿学"),
        ("weighs every hand it could still win, and the danger", "衡量每一种还能和的牌，也防放铳"),
        0.0,
        0.0,
        1.40,
        ("Strong", "强"),
    ),
)
LEVELS = tuple(bot for bot in BOTS if bot.level is not None)


def levels_line() -> str:
    """The levels in one line, for the terminal.

    >>> levels_line()
    'easy is `greedy`, medium `rule_based`, strong `learned`'
    """
    named = [(bot.level[0].lower(), bot.tactic) for bot in LEVELS if bot.level is not None]
    ((first, weakest), *others) = named
    lines = [f"{name} `{tactic}`" for name, tactic in others]
    return ", ".join([f"{first} is `{weakest}`", *lines])
