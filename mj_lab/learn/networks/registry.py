"""The kinds of networks by name, and a new one of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from mj_bot.features.feature import Feature
from mj_lab.learn.networks.columns_net import ColumnsNet
from mj_lab.learn.networks.design_cnn import DesignCnn
from mj_lab.learn.networks.network import LearningNetwork
from mj_lab.learn.networks.which_discard import WhichDiscardNet

NETWORK_KINDS: dict[str, type[LearningNetwork]] = {
    made.kind: made for made in (ColumnsNet, DesignCnn, WhichDiscardNet)
}


def new_network(
    kind: str, seen: tuple[Feature, ...], options: Mapping[str, Any]
) -> LearningNetwork:
    """A network with weights out of PyTorch's generator. seen: the features in their order.

    Raises ValueError if there is no such kind, or an option of it cannot be.
    """
    if kind not in NETWORK_KINDS:
        raise ValueError(
            f"no such network: {kind:.80}; there are: {', '.join(sorted(NETWORK_KINDS))}"
        )
    return NETWORK_KINDS[kind](seen, _options(kind, options))  # type: ignore[call-arg]


def _options(kind: str, options: Mapping[str, Any]) -> Any:
    made = NETWORK_KINDS[kind].options_type
    known = [field.name for field in fields(made)]
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise ValueError(f"{kind} has no option {unknown[0]:.40}; it has {', '.join(known)}")
    given = {name: tuple(one) if isinstance(one, list) else one for name, one in options.items()}
    try:
        return made(**given)
    except TypeError:
        raise ValueError(f"{kind}: an option of the wrong type") from None
