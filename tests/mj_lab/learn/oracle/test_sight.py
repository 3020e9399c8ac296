"""Hidden inputs come to a network and go again, and nothing of its play is left behind."""

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.examples import features_named
from mj_lab.learn.networks.columns_net import ColumnsNet, ColumnsOptions
from mj_lab.learn.networks.registry import new_network
from mj_lab.learn.oracle.sight import HIDDEN, with_hidden, without_hidden

SEEN = features_named(["columns"])


def small(separate: bool = False) -> ColumnsNet:
    """A network whose normalisation has seen something."""
    torch.manual_seed(1)
    network = ColumnsNet(SEEN, ColumnsOptions(width=8, depth=1, summary=8, separate=separate))
    network.train()
    for _ in range(3):
        network.outputs(taken(8))
    return network.eval()


def taken(count: int, seed: int = 2) -> dict[str, torch.Tensor]:
    lots = torch.Generator().manual_seed(seed)
    shapes = {"columns": SEEN[0].shape, "hidden": HIDDEN.shape}
    return {
        name: torch.randint(2, (count, *shape), generator=lots).float()
        for name, shape in shapes.items()
    }


def policies(network: ColumnsNet, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    with torch.no_grad():
        return torch.cat([part["policy"] for part in network.outputs(batch).values()])


@pytest.mark.parametrize("separate", [False, True])
def test_at_first_what_is_hidden_counts_nothing(separate: bool) -> None:
    network = small(separate)
    oracle = with_hidden(network)
    assert oracle.seen == (*SEEN, HIDDEN)
    assert not oracle.training
    batch = taken(5)
    assert torch.allclose(policies(oracle, batch), policies(network, batch), atol=1e-4)


@pytest.mark.parametrize("separate", [False, True])
def test_without_it_plays_as_with_none_of_it_shown(separate: bool) -> None:
    oracle = with_hidden(small(separate))
    with torch.no_grad():
        for name, weights in oracle.named_parameters():
            if name.endswith("stem.weight"):
                lots = torch.Generator().manual_seed(3)
                weights += torch.randn(weights.shape, generator=lots) / 10
    batch = taken(5)
    shown = policies(oracle, batch)
    batch["hidden"].zero_()
    none_shown = policies(oracle, batch)
    assert not torch.allclose(shown, none_shown, atol=1e-2)
    plain = without_hidden(oracle)
    assert plain.seen == SEEN
    assert torch.allclose(policies(plain, batch), none_shown, atol=1e-4)


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="no hidden inputs"):
        without_hidden(small())
    other = new_network("which_discard", features_named(["hand_only"]), {})
    with pytest.raises(ValueError, match="not for which_discard"):
        with_hidden(other)


def test_the_feature_is_what_the_table_shows() -> None:
    mj_engine = pytest.importorskip("mj_engine", reason="make engine")
    step = mj_engine.VectorTable(2, seat="all", hidden=True).reset()
    assert step.hidden.shape == (2, *HIDDEN.shape)
