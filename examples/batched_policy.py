"""A network that decides at a thousand tables at once learns to play by copying `greedy`.

    python examples/batched_policy.py
    mj duel py:examples.batched_policy:Player random --walls 100

Needs pip install -e '.[learn]' and make engine; runs on the GPU if there is one.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

try:
    import torch
    from torch import Tensor, nn

    import mj_engine
except ImportError as missing:
    sys.exit(f"{missing}: pip install -e '.[learn]' and make engine")

WEIGHTS = "policy.pt"  # in the working folder
CELLS, WIDTH, TABLES = 246 * 34, 64, 128
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Player:
    """Takes the likeliest action of each row, by two layers over the columns."""

    features = ("columns",)

    def __init__(self) -> None:
        torch.set_num_threads(1)  # More would wait for each other in so small a network.
        layers = (nn.Linear(CELLS, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.net = nn.Sequential(*layers, nn.Linear(WIDTH, mj_engine.ACTION_COUNT)).to(DEVICE)
        if Path(WEIGHTS).exists():
            self.net.load_state_dict(torch.load(WEIGHTS, map_location=DEVICE))

    def logits(self, seen: mj_engine.Observations, legal: np.ndarray) -> Tensor:
        """[N, actions], far down where an action is not legal."""
        rows = torch.from_numpy(seen["columns"]).to(DEVICE).flatten(1).float()
        illegal = torch.from_numpy(~legal).to(DEVICE)
        return torch.Tensor.masked_fill(self.net(rows), illegal, -1e9)

    def act_batch(self, seen: mj_engine.Observations, legal: np.ndarray) -> np.ndarray:
        """One action a row, by index."""
        with torch.inference_mode():
            return np.asarray(self.logits(seen, legal).argmax(dim=1).cpu())


class Pupil(Player):
    """Does what the teacher does, and learns it on the way. agreed: shares of equal choices."""

    def __init__(self) -> None:
        super().__init__()
        self.adam = torch.optim.Adam(self.net.parameters(), 1e-3)
        self.agreed: list[float] = []

    def act_batch(self, seen: mj_engine.Observations, legal: np.ndarray) -> np.ndarray:
        """The teacher's actions, after a step towards them."""
        logits, taught = self.logits(seen, legal), torch.from_numpy(seen["teacher"]).to(DEVICE)
        self.agreed.append(float((logits.argmax(dim=1) == taught).float().mean()))
        self.adam.zero_grad()
        nn.functional.cross_entropy(logits, taught).backward()  # type: ignore[no-untyped-call]
        self.adam.step()
        return seen["teacher"]


def main() -> None:
    """Learns, saves, prints how often it agrees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4_000)
    games, pupil = parser.parse_args().games, Pupil()
    walls = [mj_engine.wall_of_seed(f"train/{number}") for number in range(games)]
    mj_engine.play(walls, pupil, teacher="greedy", tables=TABLES)
    torch.save(pupil.net.state_dict(), WEIGHTS)
    agreed = np.mean(pupil.agreed[-50:])
    print(
        f"{WEIGHTS}: {agreed:.0%} of greedy's choices in the last 50 of {len(pupil.agreed)} calls"
    )


if __name__ == "__main__":
    main()
