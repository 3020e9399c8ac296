"""Learns to play by copying `greedy` at the vector environment, and plays duplicate games.

    python examples/behaviour_cloning.py --decisions 400000 --walls 1000

A network of one hidden layer in numpy, Adam, cross entropy over the legal actions. Needs
pip install -e '.[env]' and make engine; docs/environment.md says what came out.
"""

import argparse

import numpy as np

from mj_lab.env import VectorEnv, duplicate_score

HIDDEN, BATCH, RATE = 256, 256, 1e-3


def inputs(seen):
    """[tables, 1295] of what is seen: planes, and one-hot the drawn tile, the offered, the question."""
    rows = len(seen["scalars"])
    one_hot = np.eye(256, dtype=np.float32)[seen["scalars"][:, 2:5]]
    parts = (seen["observation"].reshape(rows, -1), one_hot[:, 0, 1:4], one_hot[:, 1:, :34])
    return np.hstack([part.reshape(rows, -1) for part in parts]).astype(np.float32)


def hidden_and_chances(weights, x, mask):
    """The hidden layer, and the chances [tables, 853] of the legal actions."""
    hidden = np.maximum(x @ weights[0] + weights[1], 0)
    logits = np.where(mask == 1, hidden @ weights[2] + weights[3], -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, chances / chances.sum(axis=1, keepdims=True)


def learn(decisions, seed=0, teacher="greedy", tables=BATCH):
    """Weights after so many of the teacher's decisions, each seen once while it plays."""
    lot = np.random.default_rng(seed)
    env = VectorEnv(tables, opponents=teacher)
    seen, _ = env.reset(seed=seed)
    x = inputs(seen)
    sizes = (x.shape[1], HIDDEN, env.single_action_space.n)
    weights = [lot.normal(0, (2 / sizes[0]) ** 0.5, sizes[:2]), np.zeros(HIDDEN)]
    weights += [lot.normal(0, (1 / HIDDEN) ** 0.5, sizes[1:]), np.zeros(sizes[2])]
    weights = [part.astype(np.float32) for part in weights]
    first, second = ([np.zeros_like(part) for part in weights] for _ in range(2))
    for step in range(1, decisions // tables + 1):
        x, chosen = inputs(seen), env.choices(teacher)
        hidden, error = hidden_and_chances(weights, x, seen["action_mask"])
        error[np.arange(tables), chosen] -= 1
        back = error @ weights[2].T * (hidden > 0)
        slopes = (x.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0))
        for part, slope, mean, square in zip(weights, slopes, first, second, strict=True):
            mean += 0.1 * (slope / tables - mean)
            square += 0.001 * ((slope / tables) ** 2 - square)
            part -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        seen = env.step(chosen)[0]
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=400_000)
    parser.add_argument("--walls", type=int, default=1_000)
    given = parser.parse_args()
    weights = learn(given.decisions)

    def policy(seen):
        return hidden_and_chances(weights, inputs(seen), seen["action_mask"])[1].argmax(axis=1)

    score = duplicate_score(policy, opponents="random", walls=given.walls, seed=1)
    print(f"{score.mean:+.2f} +- {score.error:.2f} points a game over random, {given.walls} walls")


if __name__ == "__main__":
    main()
