"""The base class of every route."""

from typing import Tuple

from mj_bot.routes.position import NearestTarget, Outlook, Position


class Route:
    """One way to 8 fan: how far it is, and where it leads.

    key: its name in tables. fans: Chinese and English name of each fan it leads to.
    """

    key = ""
    fans: Tuple[Tuple[str, str], ...] = ()

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The weighted number of tiles still needed; 10 and more is out of reach."""
        raise NotImplementedError

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same distance with its nearest target."""
        raise NotImplementedError
