"""Random numbers of a decision: equal for equal seed and unseen tiles, also in C++."""

from math import log
from typing import List, Sequence
from zlib import crc32

_BITS = 0xFFFFFFFFFFFFFFFF


def gumbels(seed: int, unseen: Sequence[int], count: int) -> List[float]:
    """Numbers from the standard Gumbel distribution.

    Adding them to logits and taking the greatest samples from the softmax (the Gumbel-max trick,
    Gumbel 1954). The bits are SplitMix64's (Steele, Lea, Flood 2014) from a checksum of the unseen
    tiles, which differ at every decision of a game.
    """
    state = crc32(bytes(unseen), seed & 0xFFFFFFFF)
    noise = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _BITS
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _BITS
        mixed ^= mixed >> 31
        # 52 bits and a half, so never 0 or 1.
        noise.append(-log(-log(((mixed >> 12) + 0.5) / (1 << 52))))
    return noise
