"""The weights file: what is written is read, and nothing else passes for one."""

import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.nets.weights_file import (
    FORMAT_VERSION,
    WeightsError,
    pack_weights,
    read_weights,
    unpack_weights,
    write_weights,
)

HEADER = {"kind": "tried", "features": [], "networks": {}, "config": {"seed": 1}}


def tensors() -> dict[str, np.ndarray]:
    rng = np.random.RandomState(1)
    return {
        "conv": rng.standard_normal((5, 4, 3)).astype(np.float32),
        "dense": (rng.standard_normal((7, 20)) * 30).astype(np.float32),
        "bias": rng.standard_normal(7).astype(np.float32) * 1e-6,
        "one": np.array(3.25, np.float32),
        "nothing": np.zeros((3, 2), np.float32),
    }


def test_float32_comes_back_to_the_bit(tmp_path: Path) -> None:
    path = str(tmp_path / "a.mjw")
    write_weights(path, HEADER, tensors(), "float32")
    found = read_weights(path)
    assert found.header == HEADER
    assert list(found.tensors) == list(tensors())
    for name, tensor in tensors().items():
        assert found.tensors[name].dtype == np.float32
        assert found.tensors[name].shape == tensor.shape
        assert (found.tensors[name] == tensor).all()


@pytest.mark.parametrize(
    ("store", "bits", "group"),
    [("float16", 11, 8), ("int8", 8, 8), ("int8", 8, 3), ("int8", 8, 64)],
)
def test_the_small_types_keep_what_they_can(store: str, bits: int, group: int) -> None:
    data = pack_weights(HEADER, tensors(), store, group)
    assert (b'"group":' in data) == (group != 8)
    found = unpack_weights(data).tensors
    for name, tensor in tensors().items():
        if tensor.ndim < 2:
            assert (found[name] == tensor).all()
        else:
            # int8 has one step for a group of numbers, float16 one a number.
            flat = np.abs(tensor.ravel())
            groups = np.arange(flat.size) // group
            largest = np.array([flat[groups == one].max() for one in groups])
            allowed = largest if store == "int8" else flat
            error = np.abs(found[name].ravel() - tensor.ravel())
            assert (error <= allowed * 2.0**-bits * 1.02).all(), name
            assert error.max() > 0 or name == "nothing"


def test_the_bytes_are_those_of_the_table() -> None:
    """Read again here from the docstring's words."""
    # 10 numbers: a group of 8 and one of 2.
    rows = np.array([[1, -2, 1, -2, 0], [0.5, 0.25, 2, 3, 1.5]], np.float32)
    data = pack_weights(HEADER, {"w": rows}, "int8")
    assert data[:8] == b"mj_bot-W"
    version, length = struct.unpack("<II", data[8:16])
    assert version == FORMAT_VERSION == 2
    header = json.loads(data[16 : 16 + length])
    assert header.pop("tensors") == [{"name": "w", "shape": [2, 5], "type": "int8"}]
    assert header == HEADER
    rest = data[16 + length : -32]
    first, second = struct.unpack("<ee", rest[:4])
    numbers = struct.unpack("10b", rest[4:])
    assert numbers == (64, -127, 64, -127, 0, 32, 16, 127, 127, 64)
    assert (first * 127, second * 127) == pytest.approx((2, 3), rel=1e-3)
    assert data[-32:] == hashlib.sha256(data[:-32]).digest()


def test_the_same_weights_give_the_same_bytes() -> None:
    turned = dict(reversed(list(HEADER.items())))
    assert pack_weights(turned, tensors()) == pack_weights(HEADER, tensors())
    assert pack_weights(HEADER, tensors()) != pack_weights(HEADER, tensors(), "int8")


@pytest.mark.parametrize("store", ["float32", "float16", "int8"])
def test_no_part_of_a_file_passes_for_it(store: str) -> None:
    data = pack_weights(HEADER, tensors(), store)
    for length in range(len(data)):
        with pytest.raises(WeightsError) as raised:
            unpack_weights(data[:length], "a.mjw")
        assert str(raised.value).startswith("a.mjw: ")
        assert len(str(raised.value).splitlines()) == 1
    with pytest.raises(WeightsError, match="longer"):
        unpack_weights(data + b"\0")


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_no_changed_byte_goes_unseen(place: int, change: int) -> None:
    data = bytearray(pack_weights(HEADER, tensors(), "float16"))
    data[place % len(data)] ^= change
    with pytest.raises(WeightsError):
        unpack_weights(bytes(data))


@settings(max_examples=300)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["name", "shape", "type", "tensors", "x"]), inner, max_size=4
                )
            ),
        ).map(lambda value: json.dumps({"tensors": value}).encode()),
    )
)
def test_any_header_is_refused_in_one_line(text: bytes) -> None:
    """A header from anywhere, with a checksum that is right."""
    data = b"mj_bot-W" + struct.pack("<II", FORMAT_VERSION, len(text)) + text
    data += hashlib.sha256(data).digest()
    try:
        found = unpack_weights(data)
    except WeightsError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert found.tensors == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a weights file"),
        (b"PK\3\4 a zip file of another kind", "not a weights file"),
        (b"mj_bot-W\1\0", "truncated header"),
        (b"mj_bot-W\1\0\0\0\0\0\0\0", "of format 1, this is format 2"),
        (b"mj_bot-W\2\0\0\0\2\0\0\0[]", "its header is not an object"),
        (b"mj_bot-W\2\0\0\0\2\0\0\0{}", "lists no tensors"),
    ],
)
def test_what_is_wrong_is_told(data: bytes, words: str) -> None:
    with pytest.raises(WeightsError, match=words):
        unpack_weights(data)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"no\.mjw: No such file or directory"):
        read_weights(str(tmp_path / "no.mjw"))
    with pytest.raises(WeightsError, match="directory"):
        read_weights(str(tmp_path))


def test_what_cannot_be_stored() -> None:
    with pytest.raises(ValueError, match="float32, float16, int8, not 'int4'"):
        pack_weights(HEADER, {}, "int4")
    with pytest.raises(ValueError, match="not all numbers"):
        pack_weights(HEADER, {"w": np.array([np.nan])})
    with pytest.raises(ValueError, match="missing"):
        pack_weights(HEADER, {"w": np.zeros((0, 3))})
    with pytest.raises(ValueError, match="too large for float16"):
        pack_weights(HEADER, {"w": np.full((2, 2), 1e5, np.float32)})
