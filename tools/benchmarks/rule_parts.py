"""`rule_based` without one of its parts each, to play against the whole.

    mj duel rule_based py:tools.benchmarks.rule_parts:NearestAlone --walls 550 --seed sources-a19

docs/results/sources.md has what each part is worth (A17, A19, A20).
"""

from collections.abc import Iterator

from mj_bot.events import CHI
from mj_bot.routes.distance.difficulty import OUT_OF_REACH
from mj_bot.routes.evaluator import CHOW_PRICE, RouteCandidate, RouteEvaluator
from mj_bot.routes.families.all_routes import all_routes
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.position import Outlook, Position
from mj_bot.state import GameState
from mj_bot.tactics.rule_based import RuleBased


class NearestAlone(RuleBased):
    """The nearest route counts alone, without the mix with the next two."""

    def __init__(self) -> None:
        super().__init__()
        self._evaluator = RouteEvaluator(nearest_alone=True)


class NoBackup(RuleBased):
    """The nearest target of three chows counts alone, without those within 1 of it."""

    def __init__(self) -> None:
        super().__init__()
        self._evaluator = RouteEvaluator((_NearestChows(), *all_routes()[1:]))


class _NearestChows(Chows):
    def distance(self, position: Position, outlook: Outlook) -> float:
        near = self._near(position, outlook)
        return min([candidate.distance for candidate in near], default=OUT_OF_REACH)


class NoKongGain(RuleBased):
    """A kong gains nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._evaluator = RouteEvaluator(kong_gain=0.0)


class _OtherChowPrice(RuleBased):
    """Chows at another price."""

    price: float

    def _candidates_of(self, state: GameState) -> Iterator[RouteCandidate]:
        dearer = self.price - CHOW_PRICE
        for candidate in super()._candidates_of(state):
            is_chow = candidate.action.kind == CHI
            yield candidate._replace(value=candidate.value - dearer) if is_chow else candidate


class FreeChows(_OtherChowPrice):
    """A chow costs nothing."""

    price = 0.0


class DearChows(_OtherChowPrice):
    """A chow costs a whole unit, so that only a greater gain claims it, in the report's words."""

    price = 1.0
