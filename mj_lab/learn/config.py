"""Configurations: what is trained, on what and how, as a TOML file says it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mj_bot.nets.moves import DECISION_KINDS
from mj_lab.learn.ablation import ABLATIONS
from mj_lab.records.json_lines import built

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

_SUFFIX = ".toml"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Training(_Part):
    """How it is trained: AdamW; every number can be left out.

    epochs, steps: whichever is reached first. schedule: cosine goes down to 0 at the last step and
    needs `steps`. warmup: steps in which the rate rises. clip: the longest gradient. augment:
    whether suits are permuted at random. precision: auto is bfloat16 on a GPU that has it, float16
    with a scaled loss on another, float32 on a CPU. validate_on: examples. patience: validations
    without a better loss before it stops. workers: threads of the reader; threads: of PyTorch.
    """

    batch: int = Field(default=256, ge=2)
    epochs: int = Field(default=20, ge=1)
    steps: int | None = Field(default=None, ge=1)
    learning_rate: float = Field(default=1e-3, gt=0)
    schedule: Literal["constant", "cosine"] = "constant"
    warmup: int = Field(default=0, ge=0)
    weight_decay: float = Field(default=1e-4, ge=0)
    clip: float = Field(default=5.0, gt=0)
    augment: bool = False
    precision: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    validate_every: int = Field(default=1000, ge=1)
    validate_on: int = Field(default=20_000, ge=1)
    patience: int = Field(default=5, ge=1)
    workers: int = Field(default=1, ge=1)
    threads: int = Field(default=1, ge=1)


class Config(_Part):
    """One configuration.

    network: the kind. features: what it sees. kinds: of the decisions it learns from. decisions:
    of how many at most, those of the first games. filters: as `mj_lab.dataset` has them. without:
    what the features do not show, names of `ABLATIONS`. options: the network's own.
    """

    network: str
    features: tuple[str, ...] = Field(min_length=1)
    kinds: tuple[str, ...] = DECISION_KINDS
    decisions: int | None = Field(default=None, ge=1)
    seed: int = Field(default=0, ge=0)
    filters: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    training: Training = Training()

    def as_json(self) -> dict[str, Any]:
        """The configuration as plain data, all that was left out filled in."""
        found: dict[str, Any] = json.loads(self.model_dump_json())
        return found


def shipped_configs() -> dict[str, Path]:
    """The configurations that come with the workshop, by name."""
    folder = Path(__file__).parent / "configs"
    return {path.stem: path for path in sorted(folder.glob("*" + _SUFFIX))}


def read_config(name: str, changes: Sequence[str] = ()) -> Config:
    """A configuration: the name of a shipped one, or a file.

    changes: as `training.batch=64` or `options.width=96`, the value as TOML has it; a bare word is
    a string.

    Raises ValueError, one line, if there is none or it cannot be.
    """
    path = shipped_configs().get(name, Path(name))
    if path.suffix != _SUFFIX or not path.is_file():
        known = ", ".join(shipped_configs())
        raise ValueError(f"{name:.200}: no such configuration; there are {known}, or a .toml file")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    for change in changes:
        _change(data, change)
    return config_of(data, str(path))


def config_of(data: Any, name: str) -> Config:
    """The configuration that plain data say; `name` is theirs in what is said of them.

    Raises ValueError, one line, if they say none.
    """
    config = built(name, Config.model_validate, data)
    unknown = [kind for kind in config.kinds if kind not in DECISION_KINDS]
    if unknown:
        raise ValueError(
            f"{name}: kinds: {unknown[0]:.40} is not one of {', '.join(DECISION_KINDS)}"
        )
    shown = [one for one in config.without if one not in ABLATIONS]
    if shown:
        raise ValueError(f"{name}: without: {shown[0]:.40} is not one of {', '.join(ABLATIONS)}")
    if config.training.schedule == "cosine" and config.training.steps is None:
        raise ValueError(f"{name}: training.schedule: cosine needs training.steps")
    return config


def _change(data: dict[str, Any], change: str) -> None:
    key, equals, text = change.partition("=")
    *parents, last = key.split(".")
    if not equals or not all([*parents, last]):
        raise ValueError(f"a change is NAME=VALUE, as training.batch=64, not {change:.80}")
    for parent in parents:
        inner = data.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise ValueError(f"{parent:.40} has no parts to change")
        data = inner
    try:
        data[last] = tomllib.loads("value = " + text)["value"]
    except tomllib.TOMLDecodeError:
        data[last] = text
