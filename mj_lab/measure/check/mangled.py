"""Makes faulty inputs for the bot's process from recorded games.

Requests and answers are truncated, reordered, given wrong types, wrong tiles and wrong bytes,
emptied and inflated; or the game is intact up to one contradiction (`contradictions`).
"""

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from mj_bot.botzone.bot import LIMIT, MODES, RESTART, Settings
from mj_bot.botzone.reading import JSON, SIMPLE
from mj_bot.tiles import ALL_CODES
from mj_lab.measure.check.contradictions import SeatHistory, contradicted

MANGLED = "mangled"

WORDS = (
    *("", "0", "1", "2", "3", "4", "-1", "99", "1e9", "PASS", "PLAY", "CHI", "PENG", "GANG", "HU"),
    *("BUGANG", "DRAW", "BUHUA", "W0", "X1", "w1", "H1", "null", "\u4e2d", "\ud800", "\x00", '"'),
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    "",
    "junk",
    [],
    {},
    ["2 W1"],
    {"requests": []},
    [[[]]],
)
BLOBS = (b"\xff\xfe", b"\x00" * 9, b"\xed\xa0\x80", b"\n", b"\r\n", b'"', b"{", b"}", b"[", b"\\u")

# The share of deep cases, and the most requests of these that are sent one by one.
_DEEP = 0.6
_MOST_ALONE = 40

FuzzHistory = tuple[list[Any], list[Any]]  # requests and responses, perhaps of other types by now


class Case(NamedTuple):
    """The input of one process, turn by turn.

    kind: the contradiction's name, or MANGLED.
    """

    turns: list[bytes]
    settings: Settings
    kind: str = MANGLED


def case_of(base: SeatHistory, dice: random.Random) -> Case:
    """A case from a recorded game; deep contradictions are more frequent than mangled inputs."""
    return _contradicted(base, dice) if dice.random() < _DEEP else _mangled(base, dice)


def _contradicted(base: SeatHistory, dice: random.Random) -> Case:
    """A case that is a valid game up to one contradiction."""
    kind, (requests, answered) = contradicted(base, dice)
    mode, form, size = dice.choice(MODES), dice.choice((JSON, SIMPLE)), len(requests)
    last = size if mode == RESTART else max(1, size - dice.randint(0, _MOST_ALONE))
    turns = [_whole((requests[:last], answered[: last - 1]), form, len(requests[:last]))]
    turns += [_alone(request, form) for request in requests[last:]]
    return Case(turns, Settings(_player(dice), mode, LIMIT), kind)


def _mangled(base: SeatHistory, dice: random.Random) -> Case:
    """A case with any fault; sometimes without one, so that valid inputs are tested too."""
    requests, answered = base
    # Short games are preferred: they are quick, and most code is about the opening anyway.
    size = min(len(requests), 1 + int(dice.random() ** 2 * len(requests)))
    history: FuzzHistory = (list(requests[:size]), list(answered[: size - 1]))
    for _ in range(dice.choice((0, 0, 1, 1, 2, 4))):
        dice.choice(_ON_HISTORIES)(history, dice)
    mode, form = dice.choice(MODES), dice.choice((JSON, SIMPLE))
    last = size if mode == RESTART else dice.randint(1, size)
    turns = [_spoilt_whole(history, last, form, dice)]
    turns += [_alone(request, form) for request in history[0][last:]]
    for _ in range(dice.choice((0, 1, 1, 2))):
        number = dice.randrange(len(turns))
        turns[number] = dice.choice(_ON_BYTES)(turns[number], dice)
    if dice.random() < 0.02:
        turns = [dice.choice(_FROM_NOTHING)(dice)]
    return Case(turns, Settings(_player(dice), mode, LIMIT))


def _player(dice: random.Random) -> str:
    return "greedy" if dice.random() < 0.05 else "random"


def _spoilt_whole(history: FuzzHistory, last: int, form: str, dice: random.Random) -> bytes:
    requests, responses = history[0][:last], history[1][: last - 1]
    if form == JSON and dice.random() < 0.05:
        value = {"requests": requests, "responses": responses}
        value[dice.choice(("requests", "responses", "data"))] = dice.choice(VALUES)
        return json.dumps(value).encode() + b"\n"
    count = len(requests) if dice.random() > 0.03 else dice.choice((-1, 0, 3, 1999, 10**9))
    return _whole((requests, responses), form, count)


def _whole(history: FuzzHistory, form: str, count: int) -> bytes:
    """The first turn's bytes. count: the number of requests in the simple form."""
    requests, responses = history
    if form == JSON:
        value = {"requests": requests, "responses": responses}
        return json.dumps(value).encode() + b"\n"
    lines = [str(count)]
    for number, request in enumerate(requests):
        lines += [str(request), str(responses[number]) if number < len(responses) else ""]
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")


def _alone(request: Any, form: str) -> bytes:
    text = json.dumps(request) if form == JSON else str(request)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _drop(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        del side[dice.randrange(len(side))]


def _repeat(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        index = dice.randrange(len(side))
        side.insert(index, side[index])


def _swap(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        first, second = dice.randrange(len(side)), dice.randrange(len(side))
        side[first], side[second] = side[second], side[first]


def _change_word(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        index = dice.randrange(len(side))
        parts = str(side[index]).split() or [""]
        parts[dice.randrange(len(parts))] = dice.choice(ALL_CODES + WORDS)
        side[index] = " ".join(parts)


def _change_type(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        side[dice.randrange(len(side))] = dice.choice(VALUES)


def _add_words(history: FuzzHistory, dice: random.Random) -> None:
    added = [dice.choice(ALL_CODES + WORDS) for _ in range(dice.randint(0, 6))]
    side = dice.choice(history)
    side.insert(dice.randint(0, len(side)), " ".join(added))


def _empty(history: FuzzHistory, dice: random.Random) -> None:
    del dice.choice(history)[dice.randint(0, 3) :]


_ON_HISTORIES = (_drop, _repeat, _swap, _change_word, _change_type, _add_words, _empty)


def _cut_off(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randint(0, len(data))]


def _cut_out(data: bytes, dice: random.Random) -> bytes:
    start = dice.randint(0, len(data))
    return data[:start] + data[start + dice.randint(1, 40) :]


def _put_in(data: bytes, dice: random.Random) -> bytes:
    index = dice.randint(0, len(data))
    return data[:index] + dice.choice(BLOBS) + data[index:]


def _change_bytes(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 5) if changed else 0):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _twice(data: bytes, dice: random.Random) -> bytes:
    start = dice.randint(0, len(data))
    return data[:start] + data[: dice.randint(0, len(data))] + data[start:]


def _no_newline(data: bytes, _dice: random.Random) -> bytes:
    return data.rstrip(b"\n")


def _as_it_is(data: bytes, _dice: random.Random) -> bytes:
    return data


_ON_BYTES = (_cut_off, _cut_out, _put_in, _change_bytes, _twice, _no_newline, _as_it_is)

_FROM_NOTHING: tuple[Callable[[random.Random], bytes], ...] = (
    lambda _dice: b"",
    lambda _dice: b"\n \n\t\r\n",
    lambda dice: bytes(dice.randrange(256) for _ in range(dice.randint(0, 300))),
    lambda dice: b"[" * dice.choice((10, 100_000)),
    lambda dice: b'{"requests":' * dice.choice((10, 20_000)),
    lambda dice: b'{"requests": [' + b"9" * dice.choice((10, 300_000)) + b"]}",
    lambda dice: b'{"requests": ["' + b"W1 " * dice.choice((10, 100_000)) + b'"]}',
    lambda dice: b'{"requests": [' + b'"3 1 DRAW",' * dice.choice((10, 3000)) + b'"2 W1"]}',
    lambda dice: b"%d\n" % dice.choice((0, 1, 7, 2000, 10**30)) + b"0 0 0\n" * dice.randint(0, 30),
    lambda dice: b'"2 T%d"\n' % dice.randint(0, 10),
)
