"""The `--set` options of trying decisions and of fitting a model to them."""

from __future__ import annotations

from dataclasses import dataclass

from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class TryOptions:
    """How `mj learn advantages collect` tries; options of the fast table, except for the files."""

    gap: float = setting(4.0, "points: actions at most this much below the best are tried", least=0)
    claim_gap: float = setting(4.0, "the same of claims and passing", least=0)
    decisions: int = setting(100, "at most, sampled from a game", least=1)
    actions: int = setting(2, "of a decision, the one taken too", least=2)
    worlds: int = setting(1, "the true wall, and others shuffled", least=1)
    draws: int = setting(3, "play on to that own draw; 0: to the end of the game", least=0)
    claim_draws: int = setting(3, "the same for claims", least=0)
    games_a_file: int = setting(10, "lost at most when it is stopped", least=1)


@dataclass(frozen=True)
class FitOptions:
    """How the model is fitted.

    ridge: the ridges to try, in decisions. leaf_ridge: that of the leaves. rate, batch, decay: of
    training two layers by Adam.
    """

    ridge: tuple[float, ...] = (30.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0, 30_000.0)
    hidden: int = setting(0, "of a second layer; 0 is linear", least=0)
    folds: int = setting(5, "folds of cross-validation, by game", least=2)
    leaves: bool = setting(True, "correct the player's value at a cut by whole games")
    leaf_ridge: float = 3_000.0
    luck: bool = setting(True, "subtract the luck of draws")
    margin: float | None = setting(None, "points; none is the best on held-out games", least=0)
    epochs: int = setting(8, "at most, of two layers", least=1)
    rate: float = 1e-3
    batch: int = 4096
    decay: float = 1e-3
    seed: int = 0
