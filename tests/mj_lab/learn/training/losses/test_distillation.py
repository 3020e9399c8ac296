"""Distillation: an oracle is copied where moves are legal, and how far off it is is told."""

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch
from torch import nn

from mj_lab.learn.training.losses.distillation import Distillation, DistillationOptions
from mj_lab.learn.training.parts.part import Context
from mj_lab.research import kuhn
from tests.mj_lab.learn.training.losses.kuhn_tables import SETS, Table, games, policy_of
from tests.mj_lab.learn.training.taught import OfModule, Taught, context_of


class OfTable(Distillation):
    """Distillation of a table."""

    def __init__(self, oracle: Table, context: Context) -> None:
        self._table = oracle
        super().__init__(DistillationOptions(), context)

    def oracle(self) -> nn.Module:
        """The table."""
        return self._table


def test_an_oracle_is_copied() -> None:
    oracle, policy = Table(), Table()
    with torch.no_grad():
        oracle.policy.weight.normal_(generator=torch.Generator().manual_seed(1))
    wanted = np.array(list(policy_of(Taught(oracle, {"value": {}})).values()))
    term = OfTable(oracle, context_of(OfModule(policy)))
    taught = Taught(policy, {"distillation": term}, 0.05, epochs=1, batch=10_000)
    played = games(dict.fromkeys(SETS, 0.5), 1_000, np.random.default_rng(1))
    # Behind a bet of the lowest card there is nothing to choose.
    forced = SETS.index((0, "b"))
    place = played["set"].argmax(axis=1)
    played["legal"][place == forced, kuhn.BET] = False
    played["chosen"][place == forced] = kuhn.NO_BET
    both = np.stack([1 - wanted, wanted])
    apart = (both * np.log(2 * both)).sum(axis=0)
    apart[forced] = 0
    told = taught.learn(played)
    assert told["kl_to_oracle"] == pytest.approx(apart[place].mean(), rel=1e-4)
    for _ in range(300):
        told = taught.learn(played)
    assert told["kl_to_oracle"] < 1e-3 and told["agreement"] == 1
    found = np.array(list(policy_of(taught).values()))
    assert np.delete(found, forced) == pytest.approx(np.delete(wanted, forced), abs=0.02)
    assert found[forced] == pytest.approx(0.5)
