"""PPO in plain PyTorch in the vector environment: saves weights that can be uploaded.

    python examples/ppo.py -o ppo.mjw

A win takes 8 fan, which random play never reaches: the policy first copies `greedy`, then plays
against three `random`. Needs pip install -e '.[env,learn]' and make engine.
"""

import argparse
import os
import sys

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # Spinning threads are slow on shared cores.
try:
    import torch
    from torch import Tensor, nn

    from mj_lab import env as mahjong
    from mj_lab.env.observation import Seen
except ImportError as missing:
    sys.exit(f"{missing}: pip install -e '.[env,learn]'")

TABLES, STEPS, HIDDEN, PASSES, BATCHES = 256, 32, 256, 2, 4
FADE, CLIP, POINTS = 0.95, 0.2, 32  # POINTS of a game are a reward of 1.


class Learner:
    """Dense layers to the logits of all actions and the value, and their optimiser."""

    def __init__(self) -> None:
        torch.manual_seed(1)
        self.layers = [nn.Linear(mahjong.flat_size(), HIDDEN), nn.Linear(HIDDEN, HIDDEN)]
        self.layers += [nn.Linear(HIDDEN, mahjong.ACTION_COUNT), nn.Linear(HIDDEN, 1)]
        self.parameters = [*nn.ModuleList(self.layers).parameters()]
        self.adam = torch.optim.Adam(self.parameters, 1e-3)

    def __call__(self, rows: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The log probabilities of all actions, and the value."""
        first, second, policy, value = self.layers
        made = second(first(rows).relu()).relu()
        logits = policy(made).masked_fill(~legal, -1e9)
        return logits.log_softmax(dim=1), value(made)[:, 0]

    def step(self, loss: Tensor) -> None:
        """One optimiser step."""
        self.adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.parameters, 0.5)
        self.adam.step()


def tensors(seen: Seen) -> tuple[Tensor, Tensor]:
    """The observation rows as tensors, and which actions are legal."""
    rows = mahjong.flat_observation(seen)
    return torch.from_numpy(rows), torch.from_numpy(seen["action_mask"] == 1)


def copy(learner: Learner, teacher: str, decisions: int) -> None:
    """Cross entropy to the teacher's actions while the teacher plays."""
    env = mahjong.VectorEnv(TABLES)
    seen, _ = env.reset(seed=1)
    for _ in range(decisions // TABLES):
        chosen = env.choices(teacher)
        logs, _ = learner(*tensors(seen))
        learner.step(nn.functional.nll_loss(logs, torch.from_numpy(chosen)))
        seen = env.step(chosen)[0]


def improve(learner: Learner, updates: int) -> None:
    """PPO with generalised advantages; each update plays STEPS decisions at every table."""
    env = mahjong.VectorEnv(TABLES)
    seen, _ = env.reset(seed=2)
    learner.adam.param_groups[0]["lr"] = 6e-4
    for _ in range(updates):
        played: list[tuple[Tensor, ...]] = []
        gains, gain = [], torch.zeros(TABLES)
        with torch.no_grad():
            for _ in range(STEPS):
                rows, legal = tensors(seen)
                logs, value = learner(rows, legal)
                act = logs.exp().multinomial(1)
                seen, paid, ended, *_ = env.step(act[:, 0].numpy())
                after = torch.from_numpy(paid) / POINTS, torch.from_numpy(~ended)
                played.append((rows, legal, act, logs.gather(1, act), value, *after))
            _, following = learner(*tensors(seen))
            for *_, value, reward, goes_on in reversed(played):
                gains.append(reward + goes_on * (following + FADE * gain) - value)
                following, gain = value, gains[-1]
        data = [torch.cat(list(part)) for part in (*zip(*played, strict=True), gains[::-1])]
        batches = list(zip(*(part.chunk(BATCHES) for part in data), strict=True))
        for rows, legal, act, before, value, _, _, gain in PASSES * batches:
            logs, now = learner(rows, legal)
            ratio = (logs.gather(1, act) - before)[:, 0].exp()
            better = (gain - gain.mean()) / (gain.std() + 1e-8)
            gained = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
            learner.step((now - value - gain).square().mean() / 2 - gained.mean())


def main() -> None:
    """Copies, improves, saves, prints the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=500_000, help="copied from greedy")
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--walls", type=int, default=250)
    parser.add_argument("-o", "--out", default="ppo.mjw")
    given = parser.parse_args()
    learner = Learner()
    copy(learner, "greedy", given.decisions)
    improve(learner, given.updates)
    layers = [(layer.weight.detach(), layer.bias.detach()) for layer in learner.layers[:3]]
    mahjong.write_agent(given.out, layers)
    best = lambda seen: learner(*tensors(seen))[0].argmax(dim=1).numpy()  # noqa: E731
    score = mahjong.duplicate_score(best, walls=given.walls, seed=3)
    print(f"{given.out}: {score.mean:+.2f} +- {score.error:.2f} points a game against random")


if __name__ == "__main__":
    try:
        main()
    except ImportError as missing:
        sys.exit(f"{missing}")
