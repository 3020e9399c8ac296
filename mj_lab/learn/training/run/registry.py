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
    """Parts of one sort. base: the place of their base class. shipped: of each class, by name."""

    def __init__(self, base: str, shipped: Mapping[str, str]) -> None:
        self._base, self.shipped = base, dict(shipped)

    def named(self, name: str) -> type[Part]:
        """The class of a name, or of a `module:Class`.

        Raises ValueError, one line, if there is none, or it is not one of these parts.
        """
        path = _OURS + self.shipped[name] if name in self.shipped else name
        module, colon, class_name = path.partition(":")
        if not colon:
            known = ", ".join(sorted(self.shipped))
            raise ValueError(f"{name:.60} is not one of {known}, nor a module:Class of yours")
        find_modules_here()
        try:
            part = getattr(import_module(module), class_name)
        except (ImportError, AttributeError, ValueError, TypeError, SyntaxError) as error:
            if getattr(error, "name", None) == "mj_engine":
                raise  # The command prints how to install it.
            raise ValueError(f"{name:.60} cannot be imported: {error}") from None
        home, base_name = self._base.split(":")
        base: type[Part] = getattr(import_module(_OURS + home), base_name)
        if not (isinstance(part, type) and issubclass(part, base)):
            raise ValueError(
                f"{name:.60} is no {base_name}: derive it from {base_name} of {_OURS}{home}"
            )
        if missing := sorted(getattr(part, "__abstractmethods__", ())):
            raise ValueError(
                f"{name:.60} lacks {', '.join(missing)}: see {base_name} of {_OURS}{home}"
            )
        if not (isinstance(part.Options, type) and issubclass(part.Options, PartOptions)):
            raise ValueError(
                f"{name:.60}: its Options are no {PartOptions.__name__} of {PartOptions.__module__}"
            )
        return part

    def made(self, section: Mapping[str, Any], context: Context) -> Any:
        """Make the part of a recipe's section, by its `kind`. Raises ValueError, one line."""
        given = {key: value for key, value in section.items() if key != PART_KIND}
        name = section[PART_KIND]
        part = self.named(name)
        return part(built(name, part.Options.model_validate, given), context)


PLAY_PARTS = Registry(
    "sources.play:Play",
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
    "returns.aim:Aim",
    {
        "teacher": "returns.teacher:TeacherAim",
        "score": "returns.score:ScoreAim",
        "match": "returns.match:MatchAim",
        "n_step": "returns.n_step:NStepAim",
    },
)
MODEL_PARTS = Registry(
    "parts.part:Model",
    {
        "columns_net": "networks.columns_net:ColumnsModel",
        "rivals": "networks.rivals:RivalModel",
        "design_cnn": "networks.design_cnn:DesignModel",
        "which_discard": "networks.which_discard:DiscardModel",
        "net": "networks.written.net_model:NetModel",
        "correction": "networks.correction:Correction",
        "predictor": "networks.predictor:PredictorModel",
        "q_net": "networks.q_net:QModel",
    },
)
TERM_PARTS = Registry(
    "losses.term:Term",
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
