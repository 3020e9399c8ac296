"""What decides a run of `mj learn dqn`, and what of it `--set` sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class PlayPlan:
    """How games are played.

    weights: the bytes of the weights file that Expectimax searches by, depth and alpha its options;
    None for the search of `odds`. not_made: of claims that it could have made and did not, one,
    drawn at random, is learned of. search_reward: what is paid between two decisions.
    """

    weights: bytes | None = None
    depth: int = setting(1, "of the Expectimax that plays from own_from on", least=1)
    alpha: float = setting(0.6, "of that Expectimax", above=0, most=1)
    temperature: float = setting(0.5, "points: such a difference is e times likelier", least=0)
    search_reward: float = setting(
        0.1, "the part of the search's value that is paid before the end"
    )
    random: float = setting(0.0, "the share of discards that are drawn at random", least=0, most=1)
    not_made: float = setting(
        0.0, "the share of claims not made that are learned of too", least=0, most=1
    )
    seed: str = "0"


@dataclass(frozen=True)
class QOptions:
    """How it learns.

    points: what rewards are divided by. clip: the greatest norm of a gradient.
    """

    double: bool = setting(True, "Double DQN, else DQN")
    discount: float = setting(1.0, "of the next decision's value", least=0, most=1)
    n_step: int = setting(1, "discards that are paid before Q is asked of the next", least=1)
    rate: float = setting(1e-3, "of Adam", above=0)
    sync: int = setting(250, "steps to the next target network", least=1)
    points: float = 32.0
    clip: float = 10.0
    search_weight: float = setting(0.0, "of what the search said of each discard; 0: none", least=0)
    choice_weight: float = setting(
        0.0, "of which discard the search would choose; 0: none", least=0
    )
    average: float = setting(
        0.0, "what a step leaves of the average that is played by", least=0, most=0.99999
    )


@dataclass(frozen=True)
class QNetOptions:
    """Of the network. summary: numbers in the row of all columns."""

    width: int = setting(32, "channels of the network", least=1)
    depth: int = setting(2, "residual blocks of the network", name="blocks", least=0)
    summary: int = 128


@dataclass(frozen=True)
class DqnPlan:
    """All that decides a run, but for how many rounds.

    own_from: before it games are played by the search of `odds`; None for always.
    """

    games: int = setting(100, "a round", least=1)
    steps: int = setting(500, "of learning, a round", least=0)
    batch: int = setting(256, "transitions a step", least=1)
    capacity: int = setting(200_000, "decisions in the replay", least=1)
    own_from: int | None = setting(
        None, "from this round on Expectimax with Q plays, before odds", least=0
    )
    seed: str = "0"
    play: PlayPlan = field(default_factory=PlayPlan)
    learner: QOptions = field(default_factory=QOptions)
    network: QNetOptions = field(default_factory=QNetOptions)


def taught_plan(seed: str = "0") -> DqnPlan:
    """The plan of docs/learning.md, which the command begins with."""
    return DqnPlan(
        seed=seed,
        play=PlayPlan(random=0.1, not_made=0.25),
        learner=QOptions(n_step=4, search_weight=4.0, choice_weight=1.0, average=0.999),
    )
