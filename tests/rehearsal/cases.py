"""Modules of a tactic, and what the static checks say of each."""

from textwrap import dedent


def modules(text: str) -> list[str]:
    """The modules of a text, which lines of `---` part."""
    return [dedent(one).strip("\n") + "\n" for one in text.split("---\n")]


def expected(text: str) -> dict[str, str]:
    """Modules and what is wrong with each: the line before it says it."""
    parted = [one.partition("\n") for one in modules(text)]
    return {source: told for told, _, source in parted}


# What is newer than Python 3.6, and fails there when the module is run.
NEWER = expected(
    """\
    2: functools.cached_property
    import os
    from functools import cached_property
    ---
    3: math.prod
    import math

    math.prod([1, 2])
    ---
    2: time.time_ns
    import os.path, time
    time.time_ns()
    ---
    1: dataclasses
    from dataclasses import dataclass
    ---
    2: zoneinfo
    import importlib
    importlib.import_module("zoneinfo")
    ---
    1: tomllib
    __import__("tomllib")
    ---
    3: math.comb
    def wait():
        # It is seldom called.
        from math import comb
    wait()
    ---
    5: math.prod
    try:
        import math
    except ImportError:
        math = None
    math.prod([1])
    ---
    3: contextlib.nullcontext
    import contextlib
    class Mine:
        with contextlib.nullcontext():
            pass
    ---
    3: os.path.splitroot
    from os import path
    place = "/a"
    path.splitroot(place)
    ---
    2: statistics.fmean
    import statistics
    print(f"mean {statistics.fmean([1.0])}")
    ---
    1: breakpoint
    breakpoint()
    ---
    2: ExceptionGroup
    try:
        raise ExceptionGroup("two", [ValueError()])
    except KeyError:
        pass
    ---
    2: collections.abc.Sequence[...]
    import collections.abc as abc
    hands: abc.Sequence[int] = []
    ---
    1: list[...]
    hand: list[int] = []
    ---
    1: dict[...]
    def known(counts: dict[str, int]): pass
    ---
    2: collections.deque[...]
    from collections import deque
    Queue = deque[int]
    ---
    1: a type with |
    def choose(tile: int | None = None): pass
    ---
    3: a type with |
    class Meld: pass
    class Pair: pass
    def choose(tiles: Meld | Pair): pass
    ---
    2: a type with |
    from typing import List
    Hand = List[int] | None
    ---
    1: dict | dict
    print({1: 2} | {3: 4})
    ---
    2: dict | dict
    known = {}
    known |= {1: 2}
    ---
    1: the method removeprefix
    "W1".removeprefix("W")
    ---
    1: str.removesuffix
    print(list(map(str.removesuffix, ["W1"], ["1"])))
    ---
    2: the method fromisoformat
    from datetime import datetime
    datetime.fromisoformat("2020-01-01")
    ---
    2: the method total
    from collections import Counter
    Counter("aa").total()
    ---
    1: zip(strict=...)
    list(zip([1], [2], strict=True))
    ---
    2: random.sample(counts=...)
    import random
    random.sample([1], 1, counts=[1]); random.seed(1)
    ---
    2: the method sample(counts=...)
    import random
    random.Random(1).sample([1], 1, counts=[1])
    ---
    3: @lru_cache without ()
    import functools
    class Mine:
        @functools.lru_cache
        def waits(self): pass
    ---
    2: math.factorials is not in
    import math
    math.factorials(3)
    ---
    1: __future__.annotations
    from __future__ import annotations
    """
)

# The same of numpy, for which 1.13 is the floor.
NEWER_NUMPY = expected(
    """\
    2: numpy.random.default_rng
    from numpy import random as npr
    npr.default_rng(7)
    ---
    3: numpy.quantile
    def spread(values):
        import numpy
        return numpy.quantile(values, 0.5)
    spread([1, 2])
    ---
    1: numpy.typing
    import numpy.typing as npt
    ---
    2: numpy.lib.stride_tricks.sliding_window_view
    import numpy as np
    np.lib.stride_tricks.sliding_window_view
    ---
    2: numpy.ndarray[...]
    import numpy as np
    def values(of: np.ndarray[int]): pass
    ---
    2: numpy.ndarray.max(initial=...)
    import numpy as np
    np.zeros(2).max(initial=0)
    ---
    2: numpy.concatenate(out=...)
    import numpy as np
    np.concatenate([np.zeros(1)], out=np.zeros(1))
    """
)

# What Botzone has not, or what must not be in what plays.
FORBIDDEN = expected(
    """\
    2: imports rich.console, which Botzone does not have
    if "late":
        import rich.console
    ---
    2: imports torch, which Botzone does not have
    try:
        import torch
    except ImportError:
        torch = None
    ---
    1: imports mj_lab.core.game, which Botzone does not have
    from mj_lab.core.game import referee
    ---
    1: imports subprocess: ALONE
    import subprocess
    ---
    2: imports socket: ALONE
    def ask():
        from socket import socket
    ---
    1: imports urllib.request: ALONE
    from urllib import parse, request
    ---
    2: imports ctypes: ALONE
    try:
        import ctypes
    except ImportError:
        ctypes = None
    ---
    3: concurrent.futures.ProcessPoolExecutor: ALONE
    from concurrent import futures
    def share():
        return futures.ProcessPoolExecutor()
    ---
    4: os._exit: ENDS
    import os
    class Mine:
        def __call__(self, state):
            os._exit(0)
    ---
    3: sys.exit: EXITS
    from sys import exit
    def stop():
        exit()
    ---
    2: os.kill: ENDS
    import os
    os.kill(os.getpid(), 9)
    ---
    2: os.fork: ALONE
    import os
    os.fork()
    ---
    3: signal.signal: TAKES
    def stop():
        import signal
        signal.signal(signal.SIGALRM, print)
    ---
    2: signal.alarm: TAKES
    import signal
    signal.alarm(0)
    ---
    1: input: takes the next request
    input()
    ---
    2: sys.stdin: takes the next request
    import sys
    sys.stdin.buffer.readline()
    ---
    1: imports secrets: SAME
    import secrets
    ---
    2: os.urandom: SAME
    import os
    os.urandom(4)
    ---
    2: random.SystemRandom: SAME
    import random
    random.SystemRandom()
    ---
    2: random.seed without a number: SAME
    import random
    random.seed(None)
    ---
    2: random.Random without a number: SAME
    import random
    generator = random.Random()
    ---
    2: numpy.random.RandomState without a number: SAME
    import numpy as np
    np.random.RandomState()
    ---
    6: random.Random with a seed from time.time: SAME
    from random import Random
    from time import time
    def made():
        now = time()
        number = int(now) % 1000
        return Random(number)
    ---
    6: random.Random with a seed from time.monotonic: SAME
    import random, time
    class Mine:
        def __init__(self):
            self.began = time.monotonic()
        def __call__(self, state):
            return random.Random(self.began)
    ---
    4: random.Random with a seed from os.getpid: SAME
    import os, random
    class Mine:
        def __init__(self, seed=0):
            self.random = random.Random(seed or os.getpid())
    ---
    3: random.Random with a seed from datetime.datetime.now: SAME
    import random
    import datetime
    random.Random(datetime.datetime.now().timestamp())
    ---
    3: random.Random with a seed from id: SAME
    import random
    class Mine:
        def __call__(self, state): return random.Random(id(state))
    ---
    4: random.choice without random.seed(NUMBER) in the bot: SAME
    import random
    class Mine:
        def __call__(self, state):
            return random.choice(state)
    ---
    2: numpy.random.rand without numpy.random.seed(NUMBER) in the bot: SAME
    import numpy as np
    np.random.rand(3)
    """
)

# What nothing is said of.
SOUND = modules(
    """\
    import sys
    from collections import namedtuple
    from typing import NamedTuple, Optional
    class Meld(NamedTuple):
        tile: int
        offer: Optional[int] = None
        @property
        def total(self): return self.tile
    Pair = namedtuple("Pair", "tile count")
    ---
    try:
        from functools import cached_property
    except ImportError:
        cached_property = property
    ---
    import math
    try:
        prod = math.prod
    except AttributeError:
        def prod(numbers): return 1
    ---
    import math, sys
    if sys.version_info >= (3, 8):
        prod = math.prod
    else:
        prod = sum
    ---
    import math, sys
    def ways(numbers):
        if sys.version_info < (3, 8):
            return sum(numbers)
        return math.prod(numbers)
    ---
    import math
    prod = math.prod if hasattr(math, "prod") else sum
    root = hasattr(math, "isqrt") and math.isqrt(9)
    lcm = getattr(math, "lcm", None)
    ---
    import math, sys
    IS_NEW = sys.version_info >= (3, 8)
    def ways(numbers): return math.prod(numbers) if IS_NEW else 1
    ---
    try:
        from math import prod
        HAS_PROD = True
    except ImportError:
        prod = None
        HAS_PROD = False
    import math
    def ways(numbers):
        if prod is None: return 1
        return prod(numbers) + (math.prod(numbers) if HAS_PROD else 0)
    ---
    from contextlib import suppress
    with suppress(ImportError):
        from math import prod
    ---
    class Hand:
        def __init__(self):
            self.known: dict[str, int] = {}
            tiles: list[int] | None = None
    Hand()
    ---
    import math
    def prod(math): return math.prod([1])
    def comb(values):
        math = values
        return math.comb(1, 2)
    ---
    def breakpoint(): pass
    def aiter(): return breakpoint()
    aiter()
    ---
    class Hand:
        def removeprefix(self, text): return self
        def total(self): return 1
        def bit_count(self): return 2
        def unlink(self, missing_ok=False): return self
        def sum(self, initial=0): return self
    Hand().removeprefix("W").total(); Hand().bit_count()
    Hand().unlink(missing_ok=True).sum(initial=3)
    ---
    list = tuple
    first = list[0] if False else None
    def of(dict): return dict[1]
    def of_many(set, list=()): return set[0] | list[1]
    ---
    flags = 1 | 2
    seen = {1} | {2}
    seen |= {3}
    seen = set([1]) | seen
    mask = True | False
    bits = int("3") | int("4")
    ---
    from typing import Callable, Dict, Generic, List, Optional, Tuple, Type, TypeVar, Union
    T = TypeVar("T")
    Ways = Dict[str, List[Tuple[int, ...]]]
    class Box(Generic[T]):
        made: Optional[Type[T]] = None
        def known(self, call: Callable[[int], T]) -> Union[int, str]: return 1
    ---
    def choose(state, *, depth: int = 2, **options): return depth
    choose(1, depth=3, strict=True, start=2)
    ---
    import json, pkgutil, struct
    def table():
        raw = pkgutil.get_data(__package__ or "mj_bot.tactics", "mine.json")
        return json.loads(raw.decode("utf-8")) if raw else {}
    HEADER = struct.Struct("<II").size
    ---
    import random
    random.seed(20)
    random.shuffle([1, 2])
    ---
    import random
    class Mine:
        def __init__(self):
            self.random = random.Random()
            self.random.seed(7)
        def __call__(self, state): pass
    ---
    import random, time
    from zlib import crc32
    class Mine:
        def __call__(self, state):
            began = time.perf_counter()
            drawn = random.Random(crc32(bytes(state.unseen)))
            self.debug = "{:.3f} s".format(time.perf_counter() - began)
            return drawn.choice([1])
    ---
    import signal, os, sys, threading
    LARGEST = sys.maxsize
    name = signal.SIGALRM
    size = os.environ.get("SIZE", "1")
    lock = threading.Lock()
    ---
    import sys
    def main():
        import argparse
        import rich
        sys.exit(_play())
    def _play():
        return open("games.json")
    if __name__ == "__main__":
        import subprocess
        main()
    ---
    from functools import lru_cache, reduce, partial
    @lru_cache(maxsize=None)
    def waits(hand): return partial(reduce, max)
    @lru_cache(None)
    def known(hand): return hand
    ---
    import collections, collections.abc, concurrent.futures, importlib.util, os.path, xml.etree
    import logging.handlers, unittest.mock, email.message, encodings.idna, distutils.core
    issubclass(dict, collections.abc.Mapping); concurrent.futures.ThreadPoolExecutor(2)
    ---
    import asyncio, typing
    async def think():
        async with thing() as one: await one
        return [two async for two in three()]
    class Two(typing.NamedTuple):
        walk: int = 1
    ---
    from . import greedy
    from .greedy import Greedy as Base
    from .. import tiles
    class Mine(Base):
        def __call__(self, state): return super().__call__(state)
    def late(): return tiles.total(), greedy.walk()
    ---
    import time
    class Mine:
        seed = 5
        def __call__(self, state):
            def inner(depth, end=time.monotonic() + 1):
                nonlocal best
                best = depth
                return [inner(depth - 1) for depth in range(depth) if time.monotonic() < end]
            best = 0
            return inner(2)
    ---
    quit = print
    def input(): return 1
    input()
    ---
    import copy, hashlib, zlib, base64, pickle
    seed = int(hashlib.sha256(b"mine").hexdigest(), 16) ^ zlib.crc32(b"a")
    copy.deepcopy([pickle.loads(pickle.dumps(1, protocol=4)), base64.b64decode(b"YQ==")])
    import random
    random.Random(seed)
    """
)

# The same, which needs numpy or MahjongGB to run.
SOUND_NUMPY = modules(
    """\
    from typing import TYPE_CHECKING
    if TYPE_CHECKING:
        import torch
        from typing import Protocol
        from numpy.typing import NDArray
        Hand = list[int] | None
    def values(of: "NDArray[int]") -> "list[int] | None":
        found: list[int] = []
        return found
    ---
    import io, pkgutil
    import numpy as np
    def weights():
        data = pkgutil.get_data("mj_bot.tactics", "mine.npz")
        return np.load(io.BytesIO(data)) if data else None
    table = np.loadtxt(io.StringIO("1 2"))
    rows = np.loadtxt(["1 2", "3 4"])
    ---
    import numpy as np
    np.random.seed(3)
    noise = np.random.rand(34)
    ---
    import numpy as np
    counts = np.zeros((4, 34), dtype=np.float32)
    np.sum(counts, axis=0, keepdims=True).argmax(axis=1)
    order = np.argsort(-counts, kind="mergesort")
    np.where(counts > 0)[0]; np.einsum("ij,ij->i", counts, counts); np.clip(counts, 0, 1)
    np.linalg.norm(counts); np.add.reduce(counts, axis=0); np.unique(counts, return_counts=True)
    np.stack([counts, counts]); np.isin(order, [1, 2]); np.flip(counts, 0); np.float_(3)
    np.add(counts, 1, out=counts, where=counts > 0); counts.sum(axis=1).astype(np.int64)
    np.array([1], dtype=np.uint8, copy=False); np.full(3, 7, dtype=int); np.random.RandomState(1)
    np.ma.masked_array([1]); np.lib.stride_tricks.as_strided(counts, (2, 2), (8, 8))
    ---
    import numpy
    if numpy.__version__ >= "1.17":
        make = numpy.random.default_rng
    ---
    try:
        import numpy as np
    except ImportError:
        np = None
    def sums(values): return sum(values) if np is None else np.sum(values)
    ---
    def late(state):
        from mj_bot.odds.evaluator import OddsEvaluator
        from MahjongGB import MahjongFanCalculator
        return OddsEvaluator, MahjongFanCalculator
    """
)
