"""The weights file `.mjw`: one kind of network, its layers and its numbers.

| bytes | what |
|---|---|
| 0-7 | `mj_bot-W` |
| 8-11 | the format's version, little-endian, like the next |
| 12-15 | the length of the header |
| that length | the header, a JSON object in UTF-8: see below |
| the rest | the tensors' bytes one after another, in the header's order, little-endian |
| the last 32 | SHA-256 of all bytes before |

The header has `kind`, the kind of network (`columns_net`); `features`, a list of objects with the
`name`, `version` and `shape` of each; `networks`, an object of networks by name, each as
`mj_bot.nets.network` runs it; notes on the training, such as `config`; and `tensors`, a list of
objects with `name`, `shape` and `type`, which is how a number is stored:

| type | bytes |
|---|---|
| float32, float16 | the numbers, the last axis first, as C has them |
| int8 | a float16 scale for every `group` numbers, in that order; then the numbers, -127 to 127 |

An entry of type int8 may have `group` (default 8); the last group may have fewer numbers. With a
group of 8 one decision in 220 of a trained `columns_net` changed, with a scale for each row one in
130 (tools/benchmarks/learn/precision.py). With 64 one in 170 of `cnn` differs from that with 8.

Tensors of fewer than two axes are always stored as float32: they are small.
"""

import hashlib
import json
import struct
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

from mj_bot.odds.hand_context import Array

_MAGIC = b"mj_bot-W"
FORMAT_VERSION = 2
STORED_TYPES = ("float32", "float16", "int8")
SUFFIX = ".mjw"

_LENGTHS = struct.Struct("<II")
_CHECKSUM_SIZE = 32
_START = len(_MAGIC) + _LENGTHS.size
_MOST_BYTES = 1 << 28
_MOST_INT8 = 127
# Numbers of type int8 that share a scale, by default.
_GROUP = 8
_MOST_GROUP = 1 << 20


class WeightsError(ValueError):
    """Why a file's weights cannot be used, on one line.

    A tactic without usable weights raises it, and another plays (`mj_bot.tactics.load`).
    """

    instead = "odds"


class Weights(NamedTuple):
    """The contents of a file.

    header: see the module, without `tensors`. tensors: float32 arrays by name.
    """

    header: Dict[str, Any]
    tensors: Dict[str, Array]


def pack_weights(
    header: Dict[str, Any], tensors: Dict[str, Array], store: str = "float16", group: int = _GROUP
) -> bytes:
    """The bytes of a file; deterministic.

    store: the type of all tensors of two axes or more, float32, float16 or int8. group: how many
    numbers of type int8 share a scale.

    Raises ValueError for another type, and for a number that the type cannot hold.
    """
    if store not in STORED_TYPES:
        raise ValueError("a type is one of {}, not {!r}".format(", ".join(STORED_TYPES), store))
    entries, pieces = [], []
    for name, tensor in tensors.items():
        array = np.asarray(tensor)
        stored = store if array.ndim >= 2 else "float32"
        if not array.size or not np.isfinite(array).all():
            raise ValueError("the weights {} are missing, or not all numbers".format(name))
        entry = {"name": name, "shape": list(array.shape), "type": stored}  # type: Dict[str, Any]
        if stored == "int8" and group != _GROUP:
            entry["group"] = group
        entries.append(entry)
        pieces += _stored(array, stored, name, group)
    whole = dict(header, tensors=entries)
    text = json.dumps(whole, sort_keys=True, separators=(",", ":")).encode("utf-8")
    data = _MAGIC + _LENGTHS.pack(FORMAT_VERSION, len(text)) + text + b"".join(pieces)
    return data + hashlib.sha256(data).digest()


def write_weights(
    path: str,
    header: Dict[str, Any],
    tensors: Dict[str, Array],
    store: str = "float16",
    group: int = _GROUP,
) -> None:
    """Write a file with the bytes of `pack_weights`.

    Raises OSError if it cannot be written, ValueError as `pack_weights` does.
    """
    data = pack_weights(header, tensors, store, group)
    with open(path, "wb") as file:
        file.write(data)


def read_weights(path: str) -> Weights:
    """Read a file.

    Raises WeightsError if it cannot be read or is not a whole weights file.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES)
    except OSError as error:
        raise WeightsError("{}: {}".format(path, error.strerror or error)) from None
    return unpack_weights(data, path)


def unpack_weights(data: bytes, name: str = "weights") -> Weights:
    """The weights in a file's bytes. name: the file's, for messages.

    Raises WeightsError if they are not a whole weights file.
    """
    header, start = _header(data, name)
    entries, size = _entries(header, name)
    end = start + size
    if len(data) != end + _CHECKSUM_SIZE:
        cut = "{}: cut short or longer than it says, {} bytes and not {}"
        raise WeightsError(cut.format(name, len(data), end + _CHECKSUM_SIZE))
    if hashlib.sha256(data[:end]).digest() != data[end:]:
        raise WeightsError("{}: damaged, wrong checksum".format(name))
    tensors = {}
    for entry, length in entries:
        tensors[entry["name"]] = _loaded(data, start, entry)
        start += length
    return Weights(header, tensors)


def _header(data: bytes, name: str) -> Tuple[Dict[str, Any], int]:
    """The header, and where the tensors begin."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise WeightsError("{}: not a weights file".format(name))
    if len(data) < _START:
        raise WeightsError("{}: truncated header".format(name))
    version, length = _LENGTHS.unpack_from(data, len(_MAGIC))
    if version != FORMAT_VERSION:
        newer = "{}: of format {}, this is format {}"
        raise WeightsError(newer.format(name, version, FORMAT_VERSION))
    text = data[_START : _START + length]
    if len(text) != length:
        raise WeightsError("{}: truncated header".format(name))
    try:
        header = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise WeightsError("{}: damaged, its header is not JSON".format(name)) from None
    if not isinstance(header, dict):
        raise WeightsError("{}: damaged, its header is not an object".format(name))
    return header, _START + length


def _entries(header: Dict[str, Any], name: str) -> Tuple[List[Tuple[Dict[str, Any], int]], int]:
    """The header's tensors, removed from it, each with its length in bytes; the total length."""
    entries, size = [], 0
    try:
        for entry in header.pop("tensors"):
            shape, stored = [int(length) for length in entry["shape"]], entry["type"]
            if (
                stored not in STORED_TYPES
                or min(shape + [1]) < 1
                or not isinstance(entry["name"], str)
                or not 0 < int(entry.get("group", _GROUP)) <= _MOST_GROUP
            ):
                raise ValueError
            count = 1
            for axis in shape:
                count *= axis
            length = count * {"float32": 4, "float16": 2, "int8": 1}[stored]
            if stored == "int8":
                length += 2 * _groups_of(count, int(entry.get("group", _GROUP)))
            entries.append((dict(entry, shape=shape), length))
            size += length
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise WeightsError("{}: its header lists no tensors".format(name)) from None
    return entries, size


def _stored(array: Array, stored: str, name: str, group: int) -> List[bytes]:
    if stored == "int8":
        padded = np.zeros(_groups_of(array.size, group) * group, np.float32)
        padded[: array.size] = array.ravel()
        groups = padded.reshape(-1, group)
        with np.errstate(over="ignore"):
            scales = (np.abs(groups).max(axis=1) / _MOST_INT8).astype("<f2")
        if not np.isfinite(scales).all():
            raise ValueError("the weights {} are too large for int8".format(name))
        scales[scales == 0] = 1.0
        whole = np.rint(groups / scales.astype(np.float32)[:, None]).ravel()[: array.size]
        numbers = np.clip(whole, -_MOST_INT8, _MOST_INT8).astype(np.int8)
        return [scales.tobytes(), numbers.tobytes()]
    with np.errstate(over="ignore"):
        numbers = array.astype("<f2" if stored == "float16" else "<f4")
    if not np.isfinite(numbers).all():
        raise ValueError("the weights {} are too large for {}".format(name, stored))
    return [numbers.tobytes()]


def _groups_of(count: int, group: int) -> int:
    return -(-count // group)


def _loaded(data: bytes, start: int, entry: Dict[str, Any]) -> Array:
    shape, stored = entry["shape"], entry["type"]
    count = int(np.prod(shape))
    if stored == "int8":
        group = int(entry.get("group", _GROUP))
        scales = np.frombuffer(data, "<f2", _groups_of(count, group), start)
        numbers = np.frombuffer(data, np.int8, count, start + scales.nbytes)
        whole = numbers * np.repeat(scales.astype(np.float32), group)[:count]
        return whole.reshape(shape)
    code = "<f2" if stored == "float16" else "<f4"
    return np.frombuffer(data, code, count, start).astype(np.float32).reshape(shape)
