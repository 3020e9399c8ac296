"""NetModel: the network of the tactic `net`, trained further on its games."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import Field
from torch import nn

from mj_bot.nets.moves import MOVE_COUNT
from mj_bot.nets.packed import networks_of
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import SUFFIX, Weights, WeightsError, pack_weights, read_weights
from mj_lab.core.files import write_whole
from mj_lab.learn.training.networks.written.hidden_inputs import with_hidden, without_hidden
from mj_lab.learn.training.networks.written.written_net import WrittenNet
from mj_lab.learn.training.parts.part import Context, Model, PartOptions, Tensors

FOR_ALL = "all"
_SHIPPED = "shipped"
# A run's weights files: to play by, and the one with the hidden inputs.
NET_FILE, ORACLE_FILE = "net" + SUFFIX, "oracle" + SUFFIX
# The network of `net` for all kinds of decisions.
_NEEDS = (((FOR_ALL, "policy", MOVE_COUNT),),)


class NetModelOptions(PartOptions):
    """Options of the network of `net`."""

    begin: str = Field(
        default=_SHIPPED, description="a weights file, a run's folder, or shipped: net's own"
    )
    hidden: bool = Field(
        default=False, description="whether it gets the hidden inputs; at first they have no weight"
    )
    critic: Literal["none", "copy", "sees_all"] = Field(
        default="none", description="a second network gives V: a copy, or one with hidden inputs"
    )


class _Pair(nn.Module):
    """The network, and the critic, if any."""

    def __init__(self, policy: WrittenNet) -> None:
        super().__init__()
        self.policy = policy
        self.critic: WrittenNet | None = None


class NetModel(Model):
    """The network, and the critic, if any.

    Raises WeightsError if the first weights cannot be trained, or have no V for a critic.
    """

    Options = NetModelOptions
    module: _Pair

    def __init__(self, options: NetModelOptions, context: Context) -> None:
        super().__init__(options, context)
        start = weights_at(options.begin)
        net_of(start)
        self._start = with_hidden(start, FOR_ALL) if options.hidden else start
        self.module = _Pair(WrittenNet(self._start, FOR_ALL))
        if options.critic != "none":
            sees_all = options.critic == "sees_all" and not options.hidden
            seen = with_hidden(start, FOR_ALL) if sees_all else self._start
            self.module.critic = WrittenNet(seen, FOR_ALL)
            if "value" not in self.module.critic.outputs:
                raise WeightsError(f"{options.begin}: no value head for a critic")

    def outputs(self, batch: Tensors) -> Tensors:
        """`policy`, logits of all moves, and `value` in 32 points, from the critic if any."""
        outputs: Tensors = self.module.policy(batch)
        if self.module.critic is not None:
            outputs = {**outputs, "value": self.module.critic(batch)["value"]}
        return outputs

    def playing(self) -> bytes:
        """See `Model`."""
        return pack_weights(*self._weights(), "float32")

    def write(self, folder: Path, step: int) -> None:
        """Write net.mjw, and with hidden inputs oracle.mjw; in net.mjw they are all 0."""
        weights = self._weights(self_play={"steps": step})
        if self.options.hidden:
            write_whole(folder / ORACLE_FILE, pack_weights(*weights, "float32"))
            weights = without_hidden(weights, FOR_ALL)
        write_whole(folder / NET_FILE, pack_weights(*weights, "float32"))

    def described(self) -> dict[str, str]:
        """The weights that it started from."""
        return {"begin": weights_digest(pack_weights(*self._start, "float32"))}

    def _weights(self, **besides: Any) -> Weights:
        """The current weights."""
        played = self.played
        assert isinstance(played, _Pair)
        tensors = {**self._start.tensors, **played.policy.written()}
        return Weights({**self._start.header, **besides}, tensors)


def net_of(weights: Weights) -> WrittenNet:
    """The network of the tactic `net`, ready for training.

    Raises WeightsError if the weights have none for all kinds of decisions, were trained on
    features other than this bot's, or have layers that cannot be trained.
    """
    if FOR_ALL not in weights.header.get("networks", {}):
        raise WeightsError(f"the weights have no network {FOR_ALL!r}, for all kinds of decisions")
    networks_of(weights, _NEEDS)
    return WrittenNet(weights, FOR_ALL)


def weights_at(source: str, file: str = NET_FILE) -> Weights:
    """The weights of a file, a run's folder, or the bot. file: which one of a run's.

    Raises WeightsError, one line, if they cannot be read.
    """
    if source == _SHIPPED:
        return packed_weights("net")
    path = Path(source)
    if not path.is_dir():
        return read_weights(str(path))
    if not (path / file).is_file():
        raise WeightsError(
            f"{source}: no {file} there; mj learn export writes that of an imitation"
        )
    return read_weights(str(path / file))


def weights_digest(data: bytes) -> str:
    """The SHA-256 of the bytes of a weights file, as hexadecimal digits."""
    return sha256(data).hexdigest()
