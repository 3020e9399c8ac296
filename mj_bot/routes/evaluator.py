"""The value of each action by the distances of all routes after it.

The decision, the debug line and `explain` use the same candidates.
"""

from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PLAY, Action
from mj_bot.routes.distance.difficulty import DIFFICULTY
from mj_bot.routes.families.all_routes import all_routes
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    NearestTarget,
    Outlook,
    Position,
    position_of,
)
from mj_bot.state import GameState
from mj_bot.successor import ends_drawn, hand_after

# As in docs/reference/rule_based.md, "One decision". Up to NEAR only the nearest route counts.
NEAR = 2.0
SECOND_PART = 0.01
THIRD_PART = 0.005
CHOW_PRICE = 0.2
KONG_GAIN = 1.5

# A value is BEST_VALUE less the mixed distance. A win and an added kong get FIRST_OF_ALL; a kong
# that ends the game drawn loses it.
BEST_VALUE = 10.0
FIRST_OF_ALL = 10000.0

# Values closer than this are equal: sums of tenths are not exact.
DISTANCE_TOLERANCE = 1e-9


class RouteCandidate(NamedTuple):
    """One legal action and the value of the state after it.

    value: higher is better. distances: of each route, in the order of the routes; empty for a win.
    """

    action: Action
    value: float
    distances: Tuple[float, ...]
    position: Optional[Position]


class RouteExplanation(NamedTuple):
    """One legal action, explained.

    distances: by route. route: the key of the nearest route. nearest_target: the target of that
    route. Both are None for a win.
    """

    action: Action
    value: float
    distances: Dict[str, float]
    route: Optional[str]
    nearest_target: Optional[NearestTarget]


class RouteEvaluator:
    """Values states by all routes, or by those given; one serves a whole game.

    The other options are for the earlier versions. by_copies: the difficulty of a tile by its
    remaining copies. nearest_alone: whether only the nearest route counts. kong_gain: the bonus of
    a kong.
    """

    def __init__(
        self,
        routes: Optional[Sequence[Route]] = None,
        by_copies: Sequence[float] = DIFFICULTY,
        nearest_alone: bool = False,
        kong_gain: float = KONG_GAIN,
    ) -> None:
        self.routes = all_routes() if routes is None else tuple(routes)
        self._by_copies = by_copies
        self.mixed_distance: Callable[[Sequence[float]], float] = min if nearest_alone else mixed
        self._kong_gain = kong_gain

    def distances(self, position: Position, outlook: Outlook) -> Tuple[float, ...]:
        """The distance of each route."""
        return tuple([route.distance(position, outlook) for route in self.routes])

    def candidates(self, state: GameState) -> Iterator[RouteCandidate]:
        """Every legal action with its value; among equal values the first is better.

        In the order of `action_space`, but the discard of the drawn tile and PASS come last.
        """
        outlook = Outlook(state.unseen, self._by_copies)
        for action in in_order(state, action_space(state)):
            if action.kind == HU:
                yield RouteCandidate(action, FIRST_OF_ALL + action.fan, (), None)
                continue
            position = position_after(state, action)
            distances = self.distances(position, outlook)
            value = (
                FIRST_OF_ALL
                if action.kind == BUGANG
                else BEST_VALUE - self.mixed_distance(distances)
            )
            if action.kind == CHI:
                value -= CHOW_PRICE
            elif ends_drawn(state, action):
                value -= FIRST_OF_ALL
            elif action.kind == GANG:
                value += self._kong_gain
            yield RouteCandidate(action, value, distances, position)

    def explain(self, state: GameState) -> List[RouteExplanation]:
        """Every legal action explained, best first."""
        outlook = Outlook(state.unseen, self._by_copies)
        found = [self._explained(candidate, outlook) for candidate in self.candidates(state)]
        return sorted(found, key=lambda explained: -round(explained.value, 6))

    def _explained(self, candidate: RouteCandidate, outlook: Outlook) -> RouteExplanation:
        action, value, distances, position = candidate
        if position is None:
            return RouteExplanation(action, value, {}, None, None)
        nearest = distances.index(min(distances))
        route = self.routes[nearest]
        by_route = {found.key: distance for found, distance in zip(self.routes, distances)}
        return RouteExplanation(
            action, value, by_route, route.key, route.nearest_target(position, outlook)
        )


def mixed(distances: Sequence[float]) -> float:
    """The nearest distance; while it is far, the next two count a little.

    >>> mixed([5.0, 3.0, 4.0]), mixed([5.0, 2.0, 4.0])
    (3.065, 2.0)
    """
    first, second, third = sorted(distances)[:3]
    if first <= NEAR:
        return first
    return first + SECOND_PART * second + THIRD_PART * third


def in_order(state: GameState, actions: Sequence[Action]) -> List[Action]:
    """The actions in the order in which equal values are chosen.

    PASS comes last, the tile just drawn before it: older tiles are discarded first.
    """
    drawn = state.drawn
    return sorted(
        actions,
        key=lambda action: (
            2 if action.kind == PASS else action.kind == PLAY and action.tile == drawn
        ),
    )


def position_after(state: GameState, action: Action) -> Position:
    """This seat's hand and melds after the action, if no other seat comes first.

    Raises ValueError for a win, after which there is no hand.
    """
    return position_of(*hand_after(state, action))
