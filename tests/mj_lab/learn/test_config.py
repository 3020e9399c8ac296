"""Configurations: the shipped ones can be trained, bad ones are refused in one line."""

from pathlib import Path

import pytest

from mj_lab.learn.config import config_of, read_config, shipped_configs
from mj_lab.learn.examples import features_named
from mj_lab.learn.networks.registry import new_network


@pytest.mark.parametrize("name", shipped_configs())
def test_a_shipped_configuration_makes_a_network(name: str) -> None:
    config = read_config(name)
    network = new_network(config.network, features_named(config.features), config.options)
    assert sum(one.numel() for one in network.parameters()) > 100_000
    assert network.write()
    assert config_of(config.as_json(), "again") == config


def test_parts_are_changed_by_words() -> None:
    words = ["training.batch=64", "options.width=96", "options.heads=[]", "network=columns_net"]
    config = read_config("columns_net", words)
    assert (config.training.batch, config.options["width"], config.options["heads"]) == (64, 96, [])
    plain = read_config("columns_net")
    assert config.training.learning_rate == plain.training.learning_rate


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("network = ", "Invalid value"),
        ("network = 'columns_net'", "features: missing"),
        ("network = 'a'\nfeatures = ['columns']\nsteps = 3", "steps: not known"),
        ("network = 'a'\nfeatures = []", "features: expected 1 or more, found 0"),
        ("network = 'a'\nfeatures = ['x']\nkinds = ['pung']", "kinds: pung is not one of discard"),
        ("network = 'a'\nfeatures = ['x']\n[training]\nbatch = 1", "training.batch: expected"),
        (
            "network = 'a'\nfeatures = ['x']\n[training]\nschedule = 'cosine'",
            "cosine needs training.steps",
        ),
    ],
)
def test_a_bad_configuration_is_refused(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"mine\.toml: ") as refused:
        read_config(str(path))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("nothing", "seed=1", "nothing: no such configuration; there are "),
        ("columns_net", "seed", "a change is NAME=VALUE, as training.batch=64, not seed"),
        ("columns_net", ".seed=1", "a change is NAME=VALUE"),
        ("columns_net", "seed.a=1", "seed has no parts to change"),
        ("columns_net", "seed=-1", "seed: expected 0 or more"),
    ],
)
def test_a_bad_name_or_change_is_refused(name: str, change: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_config(name, [change])


def test_a_feature_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no such feature: 'tiles'"):
        features_named(["columns", "tiles"])
