"""Environments played to the end by a seeded lot, for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np


class Seen(NamedTuple):
    """What an agent was shown, and the index of its action."""

    agent: str
    observation: dict[str, Any]
    info: dict[str, Any]
    action: int


def by_lot(seed: int) -> Callable[[dict[str, Any]], int]:
    """Any legal action, each as likely."""
    lot = np.random.default_rng(seed)
    return lambda observation: int(lot.choice(np.flatnonzero(observation["action_mask"])))


def by_what_is_seen(observation: dict[str, Any]) -> int:
    """A legal action that depends on all that is seen, the same for the same."""
    legal = np.flatnonzero(observation["action_mask"])
    number = observation["observation"].sum() * 7 + observation["scalars"].sum()
    return int(legal[int(number) % len(legal)])


def first_legal(observation: dict[str, Any]) -> int:
    """The legal action of the lowest index: passes wherever it may."""
    return int(observation["action_mask"].argmax())


def decisions(env: Any, choose: Callable[[dict[str, Any]], int]) -> Iterator[Seen]:
    """Plays the episode that was reset, decision for decision, up to the end."""
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            return
        action = choose(observation)
        yield Seen(agent, observation, dict(info), action)
        env.step(action)


def finish(env: Any) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
    """By agent the rewards and the infos of an episode whose agents are all terminated."""
    rewards, infos = {}, {}
    while env.agents:
        agent = env.agent_selection
        _, rewards[agent], terminated, truncated, infos[agent] = env.last()
        assert terminated or truncated
        env.step(None)
    return rewards, infos
