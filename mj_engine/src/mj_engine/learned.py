"""The tactic `learned` in C++, and the features of candidates that its model sees.

>>> import mj_engine
>>> from mj_engine.learned import CandidateFeatures
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> seen = game.observation(0)
>>> CandidateFeatures()(seen).shape == (len(seen.legal), 80)
True

What an answer loses against it, by what it says of the actions:

>>> from mj_engine.learned import GRADES, LOSS_KINDS, LossScale
>>> scale = LossScale(value=0.5, forecast=0.5, danger=0.0, by_kind=[0.0] * len(LOSS_KINDS),
...                   base=1.0, share=0.4, limits=[2.0, 4.0, 6.0])
>>> rows = [("PLAY W1", 9.0, 8.0, 0.0), ("PLAY W2", 4.0, 5.0, 0.0)]
>>> scale.judge(rows, ["PLAY W2"], 7)
('PLAY W1', 'PLAY W2', ('discard middle', 5.0, 3.0, 0.0, 4.0, 1.8868, False, 'mistake'))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import AdvantageModel, learned_of, odds_options
from mj_engine.odds import Asked, asked, tables

LossScale = _core.LossScale
LOSS_KINDS = _core.loss_kinds()
GRADES = _core.grades()
HALVING = _core.HALVING
WORST = _core.WORST
accuracy_of = _core.accuracy_of
review_sums = _core.review_sums


class CandidateFeatures:
    """Values the actions of one decision after another and describes them; not for two threads."""

    def __init__(self, **options: float) -> None:
        """Options of `odds`.

        Raises ValueError if there is no such option.
        """
        self._core = _core.Odds(tables(), odds_options(options))

    def __call__(self, observation: Asked) -> NDArray[np.float64]:
        """float64 [candidate, feature], in the order of `candidates`, by mj_bot.learned's names.

        Raises ValueError if the observation is not a game.
        """
        return _core.candidate_features(self._core, *asked(observation))


class Learned:
    """Says what `learned` plays and what each action is worth; one serves one player."""

    name = "learned"

    def __init__(self, name: str = name) -> None:
        """name: with its options, as for a tactic; nothing is drawn at random.

        Raises ValueError if an option is bad, or the weights cannot be used.
        """
        made = learned_of(name)
        self._core = _core.Learned(
            tables(), odds_options({}), _layers(made.model), made.margin, made.within
        )

    def choose(self, observation: Asked) -> str:
        """What it plays, as it is sent.

        Raises ValueError if the observation is not a game.
        """
        return self._core.choose(*asked(observation))

    __call__ = choose

    def explain(self, observation: Asked) -> list[dict[str, Any]]:
        """Every legal action, best first, as from `explain` of the tactic in mj_bot.

        Raises ValueError if the observation is not a game.
        """
        return self._core.explain(*asked(observation))


class AgainstBot(NamedTuple):
    """What a seat's answers in a hand bring more than those of `learned`.

    differ: answers that are not the bot's, nor as good by its figures. worlds: in which each of
    these was played on. points: the seat's less the bot's, summed over the answers. error: its
    standard error. All are 0 where no answer differs.
    """

    differ: int
    worlds: int
    points: float
    error: float


class Against:
    """Plays on from each answer of a seat that differs from the bot's, with both, by `go_on`.

    Both are played to the end by the bot in all seats, in the same worlds, sampled from what the
    seat knew. The results follow from the hand and its name.
    """

    def __init__(
        self, game: _core.Game, seat: int, first: int = 0, *, losses: LossScale, name: str = ""
    ) -> None:
        """game: a finished one. first: the turn from which answers count.

        losses: answers that are as good by these do not differ. name: of the hand.
        """
        made = learned_of("learned")
        self._core = _core.Against(
            game,
            seat,
            first,
            tables(),
            odds_options({}),
            _layers(made.model),
            made.margin,
            made.within,
            losses,
            name,
        )

    def go_on(self) -> None:
        """Do a piece of the work: a tenth of a second or two."""
        self._core.go_on()

    @property
    def is_over(self) -> bool:
        """Whether all is played."""
        return self._core.over

    @property
    def progress(self) -> tuple[int, int]:
        """How many answers were played on, of how many that are known to differ."""
        return self._core.played, self._core.differ

    @property
    def found(self) -> AgainstBot:
        """What came of the answers that were played on."""
        return AgainstBot(*self._core.found)


def native(name: str) -> _core.Tactic:
    """The native tactic of a name with its options: `learned@temperature=1,weights=FILE`.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    made = learned_of(name)
    model = made.model._replace(margin=made.margin, within=made.within)
    return tactic_of(model, made.temperature, name)


def tactic_of(
    model: AdvantageModel, temperature: float = 0.0, name: str = "learned"
) -> _core.Tactic:
    """The native tactic that plays by a model in memory. temperature: in points; 0 samples nothing.

    name: what errors call it.
    """
    return _core.native_learned(
        name, tables(), odds_options({}), _layers(model), model.margin, model.within, temperature
    )


def _layers(model: AdvantageModel) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    return [
        (np.ascontiguousarray(weight), np.ascontiguousarray(bias)) for weight, bias in model.layers
    ]
