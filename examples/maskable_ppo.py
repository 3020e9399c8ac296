"""MaskablePPO of sb3-contrib in the gymnasium environment: saves weights that can be uploaded.

    python examples/maskable_ppo.py --steps 20000 -o maskable.mjw

It shows the API, not how to become strong: starting from scratch it finds no win of 8 fan this
soon. Needs pip install -e '.[env,learn]' sb3-contrib.
"""

import argparse
import sys
from typing import Any

try:
    import gymnasium
    import numpy as np
    from sb3_contrib import MaskablePPO
    from torch import nn

    from mj_lab import env as mahjong
    from mj_lab.env.observation import Seen
except ImportError as missing:
    sys.exit(f"{missing}: pip install -e '.[env,learn]' sb3-contrib")


class FlatRows(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The observation as one flat row, for dense layers."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 1, (mahjong.flat_size(),), np.float32)

    def observation(self, observation: Seen) -> Any:
        """The row."""
        return mahjong.flat_observation(observation)[0]


def save(model: Any, path: str) -> None:
    """Save the policy's layers: its body and the last."""
    dense = [layer for layer in model.policy.mlp_extractor.policy_net if hasattr(layer, "weight")]
    layers = [*dense, model.policy.action_net]
    rows = [(layer.weight.detach().cpu(), layer.bias.detach().cpu()) for layer in layers]
    mahjong.write_agent(path, rows, activation="tanh")


def main() -> None:
    """Learns, saves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("-o", "--out", default="maskable.mjw")
    given = parser.parse_args()
    env = FlatRows(gymnasium.make(mahjong.GYM_ID, opponents=given.opponents))
    body = {"net_arch": [128], "activation_fn": nn.Tanh}
    model = MaskablePPO("MlpPolicy", env, n_steps=512, policy_kwargs=body, seed=1, device="cpu")
    model.learn(given.steps)
    save(model, given.out)
    print(f"{given.out}: {given.steps} steps against {given.opponents}")


if __name__ == "__main__":
    main()
