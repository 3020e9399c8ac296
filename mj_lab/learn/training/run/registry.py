"""Registries: parts by name, and `module:Class` for your own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from mj_lab.core.game.players import find_modules_here
from mj_lab.core.records.json_lines import built
from mj_lab.learn.training.parts.part import Context, Part, PartOptions

_OURS = "mj_lab.learn.training."
PART_KIND = "kind"


class Registry:
    """Parts of one sort. what: the word for one. shipped: the place of each class, by name."""

    def __init__(self, what: str, shipped: Mapping[str, str]) -> None:
        self.what, self.shipped = what, dict(shipped)

    def named(self, name: str) -> type[Part]:
        """The class of a name, or of a `module:Class`.

        Raises ValueError, one line, if there is none.
        """
        path = _OURS + self.shipped[name] if name in self.shipped else name
        module, colon, class_name = path.partition(":")
        if not colon:
            known = ", ".join(sorted(self.shipped))
            raise ValueError(
                f"{self.what}: {name:.60} is not one of {known}, nor a module:Class of yours"
            )
        find_modules_here()
        try:
            part = getattr(import_module(module), class_name)
        except (ImportError, AttributeError, ValueError, TypeError, SyntaxError) as error:
            if getattr(error, "name", None) == "mj_engine":
                raise  # The command prints how to install it.
            raise ValueError(f"{self.what}: {name:.60} cannot be imported: {error}") from None
        if not (isinstance(part, type) and issubclass(part, Part)):
            raise ValueError(
                f"{self.what}: {name:.60} is no {Part.__name__} of mj_lab.learn.training.parts.part"
            )
        return part

    def options(self, name: str, given: Mapping[str, Any]) -> PartOptions:
        """The options of a part, with defaults filled in. Raises ValueError, one line."""
        return built(f"{self.what}.{name}", self.named(name).Options.model_validate, dict(given))

    def made(self, section: Mapping[str, Any], context: Context) -> Any:
        """Make the part of a recipe's section, by its `kind`."""
        given = {key: value for key, value in section.items() if key != PART_KIND}
        name = section[PART_KIND]
        return self.named(name)(self.options(name, given), context)


PLAY_PARTS = Registry(
    "play",
    {
        "data": "sources.data:DataPlay",
        "network": "sources.network:NetworkPlay",
        "search": "sources.search:SearchPlay",
        "matches": "sources.matches:MatchesPlay",
        "hands": "sources.hands:HandsPlay",
        "explorer": "sources.explorer:ExplorerPlay",
    },
)
AIM_PARTS = Registry(
    "aim",
    {
        "teacher": "returns.teacher:TeacherAim",
        "score": "returns.score:ScoreAim",
        "match": "returns.match:MatchAim",
        "n_step": "returns.n_step:NStepAim",
    },
)
MODEL_PARTS = Registry(
    "model",
    {
        "columns_net": "networks.columns_net:ColumnsModel",
        "design_cnn": "networks.design_cnn:DesignModel",
        "which_discard": "networks.which_discard:DiscardModel",
        "net": "networks.written.net_model:NetModel",
        "correction": "networks.correction:Correction",
        "predictor": "networks.predictor:PredictorModel",
        "q_net": "networks.q_net:QModel",
    },
)
TERM_PARTS = Registry(
    "loss",
    {
        "cross_entropy": "losses.cross_entropy:CrossEntropy",
        "policy_gradient": "losses.policy:PolicyGradient",
        "value": "losses.policy:ValueLoss",
        "kl": "losses.policy:KlToStart",
        "entropy": "losses.policy:EntropyHeld",
        "distillation": "losses.distillation:Distillation",
        "temporal_difference": "losses.q_terms:TemporalDifference",
        "search_values": "losses.q_terms:SearchValues",
        "place": "losses.place:PlacePrediction",
    },
)
