"""Tactic `learned`: `odds` with values corrected by a model trained on played-out decisions.

docs/reference/learning.md describes the training. It takes another action than `odds` only if the
model finds that better by more than a margin.
"""

from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from mj_bot.best_candidate import debug_line
from mj_bot.events import HU, Action
from mj_bot.learned.candidate_features import candidate_features
from mj_bot.learned.gumbel import gumbels
from mj_bot.learned.model import model_of
from mj_bot.learned.standing_features import standing_features
from mj_bot.nets.shipped import weights_for
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.evaluator import VALUE_TOLERANCE, Candidate
from mj_bot.odds.win_chance import SURE_PASS
from mj_bot.state import GameState
from mj_bot.tactics.odds import Odds


class Learned(Odds):
    """Adds to each action's value the model's advantage of it over the action of `odds`.

    weights: the path of their file, or its contents; by default the package's. margin: by how many
    points another action must be better; by default the file's. within: how many points below the
    best an action may be to be taken; by default the file's. temperature: for training, in points;
    above 0 actions are sampled in proportion to exp(value / temperature). seed: of the sampling.

    `explain` has the values it plays by, and the first action is what it plays; but a win comes
    after the others where passing it is better by more than SURE_PASS. The action it plays without
    a win has its forecast as `expected_score`. The others differ from that by as much as their
    values do; those that may not be taken, by their exact values. `learned` is the part that is not
    in an action's own forecast. Nothing is sampled.

    Raises WeightsError if the weights cannot be used, ValueError for an option out of range.
    """

    name = "learned"
    options = ()

    def __init__(
        self,
        *,
        weights: Union[Weights, str, None] = None,
        margin: Optional[float] = None,
        within: Optional[float] = None,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> None:
        super().__init__()
        if not all(number >= 0 for number in (margin or 0, within or 0, temperature)):
            raise ValueError("margin, within and temperature are 0 or more")
        self.model = model_of(weights_for(type(self), Learned, weights))
        self.margin = self.model.margin if margin is None else margin
        self.within = self.model.within if within is None else within
        self.temperature, self._seed = temperature, seed
        self._added: Dict[Action, float] = {}
        self._of_odds: Optional[Action] = None

    @property
    def sees_standing(self) -> bool:
        """Whether the model uses the standing of a match."""
        return self.model.standing is not None

    def _candidates_of(self, state: GameState) -> Iterator[Candidate]:
        candidates = super()._candidates_of(state)
        return self._drawn(state, list(candidates)) if self.temperature else candidates

    def marked(self, state: GameState, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
        """The candidates with corrected values; those that may not be taken keep theirs."""
        all_candidates: List[Candidate] = []
        best: Optional[Candidate] = None
        for candidate in candidates:
            all_candidates.append(candidate)
            if best is None or candidate.value > best.value + VALUE_TOLERANCE:
                best = candidate
                self.best = best.action
        assert best is not None
        self._of_odds = best.action
        self._added = self._advantages(state, all_candidates, best)
        for candidate in all_candidates:
            yield candidate._replace(value=candidate.value + self._added.get(candidate.action, 0.0))

    def _advantages(
        self, state: GameState, candidates: List[Candidate], best: Candidate
    ) -> Dict[Action, float]:
        """The points added to the values of the actions that may be taken."""
        if best.valued is None:
            return {}
        near = [
            candidate.valued is not None and best.value - candidate.value <= self.within
            for candidate in candidates
        ]
        points = [0.0] * len(candidates)
        if sum(near) > 1:
            model = self.model
            if self.sees_standing:
                model = model.before(standing_features(state.standing, state.seat))
            points = model.advantages(candidate_features(state, candidates)).tolist()
        of_best = points[candidates.index(best)] + self.margin
        added = {
            candidate.action: row - of_best
            for candidate, row, may in zip(candidates, points, near)
            if may
        }
        added[best.action] = 0.0
        return added

    def _drawn(self, state: GameState, candidates: List[Candidate]) -> Iterator[Candidate]:
        """The candidates that may be taken; the sampled one gets the greatest value."""
        for candidate, noise in zip(candidates, gumbels(self._seed, state.unseen, len(candidates))):
            if not self._added:
                yield candidate
            elif candidate.action in self._added:
                yield candidate._replace(value=candidate.value + self.temperature * noise)

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first; see the class, and `explain` of `odds`."""
        exact = self._evaluator.candidates(state, exact=True)
        rows = {one.action: dict(self._row(one, state), learned=0.0) for one in exact}
        others = [one for one in self._evaluator.candidates(state) if one.action.kind != HU]
        if not others:
            return list(rows.values())
        mended = list(self.marked(state, iter(others)))
        best = mended[0]
        for candidate in mended:
            if candidate.value > best.value + VALUE_TOLERANCE:
                best = candidate
        forecast, exact_best = rows[best.action]["expected_score"], rows[best.action]["value"]
        for candidate in mended:
            row, behind = rows[candidate.action], best.value - candidate.value
            if candidate.action not in self._added:
                # Its quick value is only a bound, too low for it to be taken.
                behind = max(0.0, exact_best - row["value"])
            expected = forecast - behind
            row["learned"] = expected - row["expected_score"]
            row.update(value=best.value - behind, expected_score=expected)

        def rank(action: Action) -> Tuple[bool, bool, float]:
            points = rows[action]["expected_score"]
            takes_win = action.kind == HU and points >= forecast - SURE_PASS
            return not takes_win, action != best.action, -round(points, 9)

        return [rows[action] for action in sorted(rows, key=rank)]

    @property
    def debug(self) -> str:
        """The debug text of `odds` on the last decision.

        If `odds` would play something else, both actions come first, with the points added.
        """
        row = []
        if self._candidates and self.best is not None and self.best != self._of_odds:
            added = self._added.get(self.best, 0.0)
            row.append("{}, not {}: {:+.2f}".format(self.best, self._of_odds, added))
        return debug_line(row + super().debug.split(" | "))
