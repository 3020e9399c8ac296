"""The tactic `learned` in C++, and the candidate features of its model.

>>> import mj_engine
>>> from mj_engine.learned import CandidateFeatures
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> seen = game.observation(0)
>>> CandidateFeatures()(seen).shape == (len(seen.legal), 80)
True

What an answer loses, from the figures of the actions:

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
    """Values the actions of one decision after another and computes their features."""

    def __init__(self, **options: float) -> None:
        """Options of `odds`.

        Raises ValueError for an unknown option.
        """
        self._core = _core.Odds(tables(), odds_options(options))

    def __call__(self, observation: Asked) -> NDArray[np.float64]:
        """float64 [candidate, feature], in the order of `candidates`, by mj_bot.learned's names.

        Raises ValueError if the observation is not a game.
        """
        return _core.candidate_features(self._core, *asked(observation))


class Learned:
    """Tells what `learned` plays and what each action is worth. Use one per player."""

    name = "learned"

    def __init__(self, name: str = name) -> None:
        """name: with options, as for a tactic; nothing is sampled.

        Raises ValueError if an option is bad, or the weights cannot be used.
        """
        tactic = learned_of(name)
        self._core = _core.Learned(
            tables(), odds_options({}), _layers(tactic.model), tactic.margin, tactic.within
        )

    def choose(self, observation: Asked) -> str:
        """Its action, as it is sent.

        Raises ValueError if the observation is not a game.
        """
        return self._core.choose(*asked(observation))

    __call__ = choose

    def explain(self, observation: Asked) -> list[dict[str, Any]]:
        """Every legal action, best first, as in `explain` of mj_bot's tactic.

        Raises ValueError if the observation is not a game.
        """
        return self._core.explain(*asked(observation))


class AgainstBot(NamedTuple):
    """What a seat's answers in a hand gained or lost against those of `learned`.

    differ: answers that differ from the bot's and are not as good by its figures. worlds: how many
    each was played out in. points: the seat's minus the bot's, summed over the answers. error: the
    standard error. All are 0 if no answer differs.
    """

    differ: int
    worlds: int
    points: float
    error: float


class Against:
    """Plays out each answer of a seat that differs from the bot's, and the bot's; call `go_on`.

    Both are played to the end with the bot in all seats, in the same worlds, sampled from what the
    seat knew. The results depend only on the hand and its name.
    """

    def __init__(
        self, game: _core.Game, seat: int, first: int = 0, *, losses: LossScale, name: str = ""
    ) -> None:
        """game: a finished one. first: the first turn whose answers count.

        losses: decides which answers are as good. name: the hand's; seeds the worlds.
        """
        tactic = learned_of("learned")
        self._core = _core.Against(
            game,
            seat,
            first,
            tables(),
            odds_options({}),
            _layers(tactic.model),
            tactic.margin,
            tactic.within,
            losses,
            name,
        )

    def go_on(self) -> None:
        """Do a tenth of a second or two of the work."""
        self._core.go_on()

    @property
    def is_over(self) -> bool:
        """Whether all work is done."""
        return self._core.over

    @property
    def progress(self) -> tuple[int, int]:
        """How many answers were played out, and how many differing ones were found so far."""
        return self._core.played, self._core.differ

    @property
    def found(self) -> AgainstBot:
        """The result of the answers played out so far."""
        return AgainstBot(*self._core.found)


def native(name: str) -> _core.Tactic:
    """The native tactic by its name with options: `learned@temperature=1,weights=FILE`.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    tactic = learned_of(name)
    model = tactic.model._replace(margin=tactic.margin, within=tactic.within)
    return tactic_of(model, tactic.temperature, name)


def tactic_of(
    model: AdvantageModel, temperature: float = 0.0, name: str = "learned"
) -> _core.Tactic:
    """The native tactic that plays by a model in memory. temperature: in points; 0: no sampling.

    name: used in error messages.
    """
    return _core.native_learned(
        name, tables(), odds_options({}), _layers(model), model.margin, model.within, temperature
    )


def _layers(model: AdvantageModel) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    return [
        (np.ascontiguousarray(weight), np.ascontiguousarray(bias)) for weight, bias in model.layers
    ]
