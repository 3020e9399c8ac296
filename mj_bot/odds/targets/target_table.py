"""The target table: every hand of four sets and a pair with (nearly) 8 fan, however it wins.

A target hand is one part (see `suit_parts`) per suit and one of the honours. Its fan is MahjongGB's
count with every set melded, less the fan of Melded Hand. So it leaves out concealment, waits, the
seat wind and the prevalent wind, kongs and the way of winning. `wind_lift` adds the winds.

In the table are:
- every target of at least 6 fan, or of 5 with a pung of winds (which may add 3), except All Pungs
  (1.4 million targets, cheaper to make from the hand: see `special_forms`);
- every target without any fan: a Chicken Hand (8 fan) unless the way of winning adds fan.

Not in it are targets that reach 8 only by what is left out above, and hands that are not four sets
and a pair (see `special_forms`).

A target is a front (its parts of characters and dots) and a back (bamboos and honours), sorted by
front. So a search computes the distances of 0.2 million fronts and 0.1 million backs, and looks at
single targets only where the distance of the front leaves room.
"""

import pkgutil
import struct
import zlib
from functools import lru_cache
from typing import List

import numpy as np

from mj_bot.odds.hand_context import Array
from mj_bot.odds.targets.suit_parts import honour_parts, suit_parts

DATA_FILE = "shapes.bin"
HEADER = struct.Struct("<4s3I")
MAGIC = b"MJS1"
# The least fan in the table: fans that are not counted may lift it to 8.
MIN_TARGET_FAN = 6
# The table's fan for a target that may become a Chicken Hand.
CHICKEN = 0
# Fan are stored in one byte.
MOST_FAN = 255

# Bytes of each stored column: fronts (2), sizes, backs (2), back_of, fan.
_WIDTHS = (2, 2, 3, 2, 2, 3, 1)


class TargetHandTable:
    """All targets of the table; `load_table` returns it.

    fronts: intp [2, front]; starts: intp [front + 1], where each front's targets begin. backs: intp
    [2, back]; back_of: int32 [target]; fan: uint8 [target]. Columns used as indices are intp,
    because numpy would convert others at every use.
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

    def front_of(self, targets: Array) -> Array:
        """The front of each of these targets (indices in the table)."""
        return np.searchsorted(self.starts, targets, side="right") - 1

    def parts_of(self, targets: Array) -> Array:
        """The four parts of each of these targets: int32 [target, 4]."""
        fronts, backs = self.front_of(targets), self.back_of[targets]
        columns = [self.fronts[0][fronts], self.fronts[1][fronts]]
        columns += [self.backs[0][backs], self.backs[1][backs]]
        return np.stack(columns, axis=1).astype(np.int32)

    def counts(self, parts: Array) -> Array:
        """The tiles of targets given by their parts: uint8 [target, 34]."""
        suits = [self.suit.counts[parts[:, suit]] for suit in range(3)]
        return np.concatenate([*suits, self.honours.counts[parts[:, 3]]], axis=1)

    def wind_lift(self, seat_wind: int, prevalent_wind: int) -> Array:
        """What the winds (0-3) add to the fan, by honour part: int16 [part].

        A pung of the seat's or the prevalent wind counts 2 instead of 1; of both, 4. Exact below 12
        fan; with three or four pungs of winds MahjongGB counts a little differently.
        """
        pungs = self.honours.counts >= 3
        lift = pungs[:, seat_wind].astype(np.int16) + pungs[:, prevalent_wind]
        if seat_wind == prevalent_wind:
            lift += pungs[:, seat_wind]
        return lift


@lru_cache(maxsize=1)
def load_table() -> TargetHandTable:
    """The table from the package's data, also inside a zip; cached and read-only.

    Raises ValueError if the data is not the table's.
    """
    data = pkgutil.get_data(__package__ or "mj_bot.odds.targets", DATA_FILE)
    if data is None:
        raise ValueError("no target table in the package")
    return unpack_table(data)


def pack_table(fronts: Array, sizes: Array, backs: Array, back_of: Array, fan: Array) -> bytes:
    """The table's bytes: differences of neighbours, byte by byte, deflated.

    fronts: [2, front], sizes: targets per front, backs: [2, back], back_of and fan: [target].
    """
    header = HEADER.pack(MAGIC, fronts.shape[1], backs.shape[1], len(fan))
    columns = [fronts[0], fronts[1], sizes, backs[0], backs[1], back_of]
    planes = [difference_planes(column, width) for column, width in zip(columns, _WIDTHS)]
    body = b"".join(planes) + fan.astype(np.uint8).tobytes()
    return header + zlib.compress(body, 9)


def unpack_table(data: bytes) -> TargetHandTable:
    """The table from `pack_table`'s bytes.

    Raises ValueError if they are no table.
    """
    magic, fronts, backs, targets = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("no target table")
    body = np.frombuffer(zlib.decompress(data[HEADER.size :]), np.uint8)
    offset = 0
    columns: List[Array] = []
    for size, width in zip((fronts, fronts, fronts, backs, backs, targets, targets), _WIDTHS):
        piece = body[offset : offset + size * width]
        offset += size * width
        columns.append(piece if width == 1 else _sums(piece, width))
    starts = np.zeros(fronts + 1, np.int32)
    np.cumsum(columns[2], out=starts[1:])
    return TargetHandTable(
        np.stack(columns[:2]), starts, np.stack(columns[3:5]), columns[5], columns[6]
    )


def difference_planes(column: Array, width: int) -> bytes:
    """Differences of neighbours modulo 2 ** (8 x width), as one plane of bytes after the other."""
    steps = np.diff(np.concatenate([[0], column.astype(np.int64)])) % (1 << (8 * width))
    planes = steps.astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
    return np.ascontiguousarray(planes.T).tobytes()


def _sums(planes: Array, width: int) -> Array:
    """The column that `difference_planes` encoded: uint16 for 2 bytes, int32 for 3."""
    rows = planes.reshape(width, -1)
    dtype = np.uint16 if width == 2 else np.int32
    steps = rows[0].astype(dtype)
    for plane in range(1, width):
        steps += rows[plane].astype(dtype) << dtype(8 * plane)
    column: Array = np.cumsum(steps, dtype=dtype)
    return column if width == 2 else column & 0xFFFFFF
