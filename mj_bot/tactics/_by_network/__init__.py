"""Shared by the tactics that play by networks: weights, choosing and explaining."""

from functools import lru_cache
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from mj_bot.actions import action_space
from mj_bot.best_candidate import debug_line
from mj_bot.events import HU, Action
from mj_bot.nets.network_inputs import NetworkInputs
from mj_bot.nets.packed import Needs, Networks, networks_of
from mj_bot.nets.shipped import own_weights, weights_for
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.hand_context import Array
from mj_bot.state import NOTHING, GameState


class ByNetwork:
    """A tactic that plays by networks.

    weights: the path of their file, or its contents; by default the package's. needs: the networks
    and outputs that it plays by, or several such lists, of which the first whose networks are in
    the weights counts. A subclass defines `name`, `needs`, `_choose` and `_probabilities`.

    Raises WeightsError if the weights cannot be used.
    """

    name = ""
    needs: Needs = ()

    def __init__(self, weights: Union[Weights, str, None] = None) -> None:
        tactic_class: Any = type(self)
        if weights is None:
            self.networks = _own_networks(tactic_class)
        else:
            self.networks = networks_of(weights_for(tactic_class, ByNetwork, weights), self.needs)
        self._inputs = NetworkInputs()
        self._chances: Sequence[Tuple[Action, float]] = ()
        self.best: Optional[Action] = None

    def loading(self, state: GameState, player_id: int, action: Action) -> None:
        """Record a decision of this seat that the tactic was not asked for."""
        if player_id == state.seat and state.decision != NOTHING:
            self._inputs.see(state)

    def __call__(self, state: GameState) -> Action:
        """The network's choice; always a win if there is one."""
        self._inputs.see(state)
        self._chances = ()
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            self.best = actions[0]
        else:
            self.best = self._choose(state)
        assert self.best is not None
        return self.best

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data: `action`, and the network's `probability`.

        A win comes first, with its `fan`. An action decided by a rule has no probability and comes
        last; a chow or pung has that of the claim times that of its discard.
        """
        self._inputs.see(state)
        probabilities = self._probabilities(state)
        rows = []
        for action in action_space(state):
            row: Dict[str, Any] = {"action": str(action)}
            if action.kind == HU:
                row["fan"] = action.fan
            if action in probabilities:
                row["probability"] = probabilities[action]
            rows.append(row)
        return sorted(rows, key=lambda row: ("fan" not in row, -row.get("probability", -1.0)))

    @property
    def debug(self) -> str:
        """The network's last choices on one line, each with its probability, best first."""
        best_first = sorted(self._chances, key=lambda one: -one[1])
        return debug_line("{} {:.3f}".format(action, part) for action, part in best_first)

    def _choose(self, state: GameState) -> Action:
        """The choice among several actions, none of which is a win."""
        raise NotImplementedError

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        """The probabilities of the actions that the network rates."""
        raise NotImplementedError

    def _output(self, state: GameState, network: str, output: str) -> Array:
        """A network's output for a state: float32, one number a choice."""
        net = self.networks[network]
        return net(self._inputs.features(state, net.features))[output][0]


def chances_of(logits: Array) -> Array:
    """The probability of each of these choices (softmax)."""
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


@lru_cache(maxsize=None)
def _own_networks(tactic_class: Any) -> Networks:
    """The networks of a class's own weights, cached."""
    return networks_of(own_weights(tactic_class, ByNetwork), tactic_class.needs)
