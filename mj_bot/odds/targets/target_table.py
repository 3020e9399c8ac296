"""The shape table: four sets and a pair that are worth 8 fan, or nearly, however they are won.

A shape is one part (see `parts`) per suit and one of the honours. Its fan is what MahjongGB
counts for it with every set melded, without Melded Hand: no help from concealment, waits, the
winds of the seat and of the round, kongs or luck. `wind_lift` says what the winds add.

Held: every shape of at least 6 fan, and of 5 where the winds may lift it, except All Pungs
(1.4 million shapes of at least 6, nearly all of 8: cheaper to make from the hand, see `forms`);
and every shape of none, which is a Chicken Hand (8 fan) if the way it is won adds none either.
Left out besides: shapes that reach 8 only by what the table does not count, and the forms that
are not four sets and a pair (see `forms`).

The shapes lie sorted by their front (parts of characters and dots), so that a search adds up the
distances of 0.2 million fronts and 0.1 million backs (bamboos and honours) and looks at single
shapes only where the front leaves room.
"""

import pkgutil
import struct
import zlib
from functools import lru_cache
from typing import List

import numpy as np

from mj_bot.odds.targets.suit_parts import Array, honour_parts, suit_parts

DATA_FILE = "shapes.bin"
HEADER = struct.Struct("<4s3I")
MAGIC = b"MJS1"
LEAST_FAN = 6
# The fan of what may become a Chicken Hand.
CHICKEN = 0
# Fan are stored in one byte.
MOST_FAN = 255

# Bytes of each column as stored: fronts (2), sizes, backs (2), back_of, fan.
_WIDTHS = (2, 2, 3, 2, 2, 3, 1)


class ShapeTable:
    """All held shapes; `load_table` makes it.

    fronts: intp [2, front]; starts: intp [front + 1], where each front's shapes begin.
    backs: intp [2, back]; back_of: int32 [shape]; fan: uint8 [shape]. What a search gathers by
    is held as numpy gathers, for it would widen it every time.
    """

    def __init__(self, fronts: Array, starts: Array, backs: Array, back_of: Array, fan: Array):
        self.suit = suit_parts()
        self.honours = honour_parts()
        self.fronts = fronts.astype(np.intp)
        self.starts = starts.astype(np.intp)
        self.backs = backs.astype(np.intp)
        self.back_of = back_of
        self.fan = fan

    def __len__(self) -> int:
        return len(self.fan)

    def front_of(self, shapes: Array) -> Array:
        """The front of each of these shapes (places in the table)."""
        return np.searchsorted(self.starts, shapes, side="right") - 1

    def parts_of(self, shapes: Array) -> Array:
        """The four parts of each of these shapes: int32 [shape, 4]."""
        fronts, backs = self.front_of(shapes), self.back_of[shapes]
        columns = [self.fronts[0][fronts], self.fronts[1][fronts]]
        columns += [self.backs[0][backs], self.backs[1][backs]]
        return np.stack(columns, axis=1).astype(np.int32)

    def counts(self, parts: Array) -> Array:
        """The tiles of shapes given by their parts: uint8 [shape, 34]."""
        suits = [self.suit.counts[parts[:, suit]] for suit in range(3)]
        return np.concatenate([*suits, self.honours.counts[parts[:, 3]]], axis=1)

    def wind_lift(self, seat_wind: int, prevalent_wind: int) -> Array:
        """What the winds (0-3) add to the fan, by honour part: int16 [part].

        A pung of the seat's or the prevalent wind counts 2 in place of 1; of both, 4. Exact below
        12 fan; with three or four pungs of winds MahjongGB counts a little otherwise.
        """
        pungs = self.honours.counts >= 3
        lift = pungs[:, seat_wind].astype(np.int16) + pungs[:, prevalent_wind]
        if seat_wind == prevalent_wind:
            lift += pungs[:, seat_wind]
        return lift


@lru_cache(maxsize=1)
def load_table() -> ShapeTable:
    """The table from the package's data, also from inside a zip; one for the process, read only.

    Raises ValueError if the data is not the table's.
    """
    data = pkgutil.get_data(__package__ or "mj_bot.search", DATA_FILE)
    if data is None:
        raise ValueError("no shape table in the package")
    return unpack_table(data)


def pack_table(fronts: Array, sizes: Array, backs: Array, back_of: Array, fan: Array) -> bytes:
    """The table's bytes: differences of neighbours, byte by byte, deflated.

    fronts: [2, front], sizes: shapes per front, backs: [2, back], back_of and fan: [shape].
    """
    header = HEADER.pack(MAGIC, fronts.shape[1], backs.shape[1], len(fan))
    columns = [fronts[0], fronts[1], sizes, backs[0], backs[1], back_of]
    planes = [_differences(column, width) for column, width in zip(columns, _WIDTHS)]
    body = b"".join(planes) + fan.astype(np.uint8).tobytes()
    return header + zlib.compress(body, 9)


def unpack_table(data: bytes) -> ShapeTable:
    """The table from `pack_table`'s bytes.

    Raises ValueError if they are not.
    """
    magic, fronts, backs, shapes = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("no shape table")
    body = np.frombuffer(zlib.decompress(data[HEADER.size :]), np.uint8)
    place = 0
    columns: List[Array] = []
    for size, width in zip((fronts, fronts, fronts, backs, backs, shapes, shapes), _WIDTHS):
        piece = body[place : place + size * width]
        place += size * width
        columns.append(piece if width == 1 else _sums(piece, width))
    starts = np.zeros(fronts + 1, np.int32)
    np.cumsum(columns[2], out=starts[1:])
    return ShapeTable(np.stack(columns[:2]), starts, np.stack(columns[3:5]), columns[5], columns[6])


def _differences(column: Array, width: int) -> bytes:
    """Differences of neighbours modulo 2 ** (8 x width), as one plane of bytes after the other."""
    steps = np.diff(column.astype(np.int64), prepend=0) % (1 << (8 * width))
    planes = steps.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
    return np.ascontiguousarray(planes.T).tobytes()


def _sums(planes: Array, width: int) -> Array:
    """The column behind `_differences`: uint16 for 2 bytes, int32 for 3."""
    rows = planes.reshape(width, -1)
    dtype = np.uint16 if width == 2 else np.int32
    steps = rows[0].astype(dtype)
    for plane in range(1, width):
        steps += rows[plane].astype(dtype) << dtype(8 * plane)
    column: Array = np.cumsum(steps, dtype=dtype)
    return column if width == 2 else column & 0xFFFFFF
