"""A network from a weights file, run in numpy as a list of operations.

The header's `networks` has an object for each network. Its `layers` are run in order; its `outputs`
map names of results (`policy`) to names of layers. A layer is an object:

| `op` | besides | what comes out |
|---|---|---|
| input | feature, scale, rows | the feature (of it the first rows) as float32, times scale |
| one_hot | size | each number of a row as `size` numbers, 1 at the number's place, 0 elsewhere |
| scale | weight, bias | each channel times its weight, plus its bias (a place's, or one for all) |
| conv | weight, bias, padding, stride | convolution (cross-correlation, as in PyTorch) |
| max_pool | size, padding, stride | the greatest of each window |
| mean | | the mean of each channel over all places |
| flatten | | all numbers in a row, the last axis first |
| dense | weight, bias | a matrix times the row, plus the bias |
| relu, sigmoid, softmax, tanh | | that function |
| add, multiply | | of two; the second of `multiply` may be a row, one factor a channel |
| concat | | channels, or rows, one after another |

A layer takes the result of the one before it, or what `in` names (a name, or a list of names);
`out` names its own result. weight and bias name tensors. bias, scale (default 1) and rows (default
all) are optional. Shapes are PyTorch's: a convolution's weight is [out, in, places] where there are
34 places, or [out, in, rows, columns]; that of `dense` is [out, in]. size, padding and stride are a
number, or two for rows and columns; the defaults are padding 0 and stride 1 (for `max_pool` its
size). Batch normalisation is folded into the weights beforehand.
"""

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

import numpy as np

from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.odds.hand_context import Array

_Step = Callable[[List[Array]], Array]


class Layer(NamedTuple):
    """A layer of the file, with defaults filled in.

    sources: names of layers, or the feature of an input. weight, bias: float32, None if the op has
    none. size, padding, stride: rows and columns. rows: how many of its feature's rows an input
    takes, None for all.
    """

    op: str
    sources: Tuple[str, ...]
    out: str
    scale: float
    weight: Optional[Array]
    bias: Optional[Array]
    size: Tuple[int, int]
    padding: Tuple[int, int]
    stride: Tuple[int, int]
    rows: Optional[int]


class Network:
    """One of a file's networks: its `layers`, its `features`, and the layers of its `outputs`.

    Raises WeightsError if its layers are not as the module describes.
    """

    def __init__(self, weights: Weights, name: str) -> None:
        self.layers: List[Layer] = []
        self.features: List[str] = []
        try:
            described = weights.header["networks"][name]
            self.outputs: Dict[str, str] = dict(described["outputs"])
            self._read(described["layers"], weights.tensors)
            self._steps = [_step_of(layer) for layer in self.layers]
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise WeightsError("no network {!r} in the weights: {!r}".format(name, error)) from None

    def __call__(self, inputs: Dict[str, Array]) -> Dict[str, Array]:
        """The outputs for a batch: float32 [batch, ...] by name.

        inputs: the features by name, [batch, ...] each.
        """
        arrays: Dict[str, Array] = dict(inputs)
        for layer, step in zip(self.layers, self._steps):
            arrays[layer.out] = step([arrays[source] for source in layer.sources])
        return {name: arrays[layer] for name, layer in self.outputs.items()}

    def _read(self, layers: Sequence[Dict[str, Any]], tensors: Dict[str, Array]) -> None:
        known: Set[str] = set()
        last = ""
        for index, row in enumerate(layers):
            layer = _layer_of(row, tensors, last, "layer {}".format(index))
            if layer.op == "input":
                self.features.append(layer.sources[0])
            elif not known.issuperset(layer.sources):
                raise ValueError("layer {} has an unknown input".format(index))
            last = layer.out
            self.layers.append(layer)
            known.add(last)
        if not known.issuperset(self.outputs.values()):
            raise ValueError("an output without a layer")


def _layer_of(row: Dict[str, Any], tensors: Dict[str, Array], last: str, out: str) -> Layer:
    """A layer. last: the name of the one before it. out: its name by default."""
    op = row["op"]
    named = row["feature"] if op == "input" else row.get("in", last)
    weight = bias = None
    size = stride = 1, 1
    if op in ("conv", "dense", "scale"):
        weight = tensors[row["weight"]]
        bias = tensors[row["bias"]] if "bias" in row else np.zeros(len(weight), np.float32)
        if op == "conv" and weight.ndim == 3:
            weight = weight[..., None]
    if "size" in row:
        size = stride = _pair(row["size"], 1)
    return Layer(
        op,
        (named,) if isinstance(named, str) else tuple(named),
        row.get("out", out),
        float(row.get("scale", 1)),
        weight,
        bias,
        size,
        _pair(row.get("padding", 0), 0),
        _pair(row["stride"], 1) if "stride" in row else stride,
        row.get("rows"),
    )


def _step_of(layer: Layer) -> _Step:
    """The function of a layer over its input arrays.

    Maps are [batch, rows, columns, channels] inside, so that a window is a row of a matrix; a map
    of 34 places has one column.
    """
    if layer.op in _PLAIN:
        return _PLAIN[layer.op]
    if layer.op == "input":
        return _input(layer.scale, layer.rows)
    if layer.op == "one_hot":
        return _one_hot(layer.size[0])
    if layer.op == "max_pool":
        return _max_pool(layer.size, layer.padding, layer.stride)
    if layer.weight is None or layer.bias is None:
        raise ValueError("no such op: {!r:.40}".format(layer.op))
    if layer.op == "conv":
        return _conv(layer.weight, layer.bias, layer.padding, layer.stride)
    make_step = _dense if layer.op == "dense" else _scale
    return make_step(layer.weight, layer.bias)


def _pair(number: Any, other: int) -> Tuple[int, int]:
    """Rows and columns from two numbers, or one for the rows: 34 places are rows."""
    if isinstance(number, int):
        return number, other
    rows, columns = number
    return int(rows), int(columns)


def _input(scale: float, rows: Optional[int]) -> _Step:
    def step(taken: List[Array]) -> Array:
        array = taken[0][:, :rows].astype(np.float32)
        if scale != 1:
            array *= np.float32(scale)
        if array.ndim == 3:  # [batch, channels, places]
            return np.ascontiguousarray(array.transpose(0, 2, 1))[:, :, None]
        if array.ndim == 4:
            return np.ascontiguousarray(array.transpose(0, 2, 3, 1))
        return array

    return step


def _one_hot(size: int) -> _Step:
    places = np.arange(size, dtype=np.float32)
    return lambda taken: (
        (taken[0][..., None] == places).reshape(len(taken[0]), -1).astype(np.float32)
    )


def _scale(weight: Array, bias: Array) -> _Step:
    if bias.ndim == 2:  # [channels, places]
        bias = np.ascontiguousarray(bias.T)[:, None]
    return lambda taken: taken[0] * weight + bias


def _dense(weight: Array, bias: Array) -> _Step:
    matrix = np.ascontiguousarray(weight.T)
    return lambda taken: taken[0].dot(matrix) + bias


def _conv(weight: Array, bias: Array, padding: Tuple[int, int], stride: Tuple[int, int]) -> _Step:
    outs, ins, rows, columns = weight.shape
    matrix = np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, outs))

    def step(taken: List[Array]) -> Array:
        array = taken[0]
        if (rows, columns) == (1, 1) == stride:
            windows = array
        else:
            windows = _windows(_padded(array, padding, 0.0), (rows, columns), stride)
        shape = windows.shape[:3]
        output = windows.reshape(-1, rows * columns * ins).dot(matrix)
        output += bias
        return output.reshape(shape + (outs,))

    return step


def _max_pool(size: Tuple[int, int], padding: Tuple[int, int], stride: Tuple[int, int]) -> _Step:
    def step(taken: List[Array]) -> Array:
        windows = _windows(_padded(taken[0], padding, -np.inf), size, stride)
        batch, rows, columns = windows.shape[:3]
        return windows.reshape(batch, rows, columns, size[0] * size[1], -1).max(axis=3)

    return step


def _padded(array: Array, padding: Tuple[int, int], value: float) -> Array:
    rows, columns = padding
    if padding == (0, 0):
        return array
    batch, high, wide, channels = array.shape
    shape = (batch, high + 2 * rows, wide + 2 * columns, channels)
    whole = np.full(shape, value, np.float32)
    whole[:, rows : rows + high, columns : columns + wide] = array
    return whole


def _windows(array: Array, size: Tuple[int, int], stride: Tuple[int, int]) -> Array:
    """Each window's numbers in a row: [batch, rows, columns, size x channels]."""
    rows = (array.shape[1] - size[0]) // stride[0] + 1
    columns = (array.shape[2] - size[1]) // stride[1] + 1
    pieces = [
        array[
            :,
            row : row + (rows - 1) * stride[0] + 1 : stride[0],
            column : column + (columns - 1) * stride[1] + 1 : stride[1],
        ]
        for row in range(size[0])
        for column in range(size[1])
    ]
    return np.concatenate(pieces, axis=3)


def _multiply(taken: List[Array]) -> Array:
    one, other = taken
    if one.ndim == 4 and other.ndim == 2:
        other = other[:, None, None]
    return one * other


def _flatten(taken: List[Array]) -> Array:
    array = taken[0]
    if array.ndim == 4:  # Channels first, as in training.
        array = array.transpose(0, 3, 1, 2)
    return array.reshape(len(array), -1)


def _sigmoid(taken: List[Array]) -> Array:
    return 0.5 * (1 + np.tanh(0.5 * taken[0]))


def _softmax(taken: List[Array]) -> Array:
    powers = np.exp(taken[0] - taken[0].max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


_PLAIN: Dict[str, _Step] = {
    "relu": lambda taken: np.maximum(taken[0], 0),
    "add": lambda taken: taken[0] + taken[1],
    "multiply": _multiply,
    "concat": lambda taken: np.concatenate(taken, axis=-1),
    "mean": lambda taken: taken[0].mean(axis=(1, 2)),
    "flatten": _flatten,
    "sigmoid": _sigmoid,
    "softmax": _softmax,
    "tanh": lambda taken: np.tanh(taken[0]),
}
