"""Finds a secret in a text in every spelling: encoded, split, in upper or lower case."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable

# What may be between two of its letters: line ends, indentation, quotes, commas, colons.
_BETWEEN = r"(?:[\W_]|\\[a-z]){0,40}?"
_BETWEEN_HEX = r"(?:[\W_]|0x|\\x){0,40}?"
# A shorter run of base64 would be found in unrelated words.
_LEAST_BASE64 = 6


def pattern_of(texts: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of the texts, the longest first.

    It finds the letters in any case, each plain or percent-encoded (also several times), as an
    escape of JSON, Python or HTML, with up to forty marks or blanks between two of them; the bytes
    in hexadecimal, split or not; and base64 of it at any place in the encoded text.

    >>> pattern_of(["5ecret"]).sub("***", "5ECRET, 5%65cret, 35:65:63:72:65:74 and 5 e c r e t")
    '***, ***, *** and ***'
    """
    longest_first = sorted(set(texts), key=lambda text: (-len(text), text))
    parts = [part for text in longest_first for part in (_letters(text), _hexadecimal(text))]
    parts += [part for text in longest_first for part in _base64(text)]
    return re.compile("|".join(parts))


def _letters(text: str) -> str:
    return _BETWEEN.join(map(_letter, text))


def _letter(letter: str) -> str:
    code = f"{ord(letter):x}"
    digits = _any_case(code.zfill(2))
    plain = _any_case(letter)
    long = f"0{{0,6}}{_any_case(code)}"
    return (
        f"(?:{plain}|%(?:25)*{digits}|\\\\+x{digits}|\\\\+u\\{{?{long}\\}}?"
        f"|&#(?:[xX]{long}|0{{0,6}}{ord(letter)});?)"
    )


def _any_case(text: str) -> str:
    cases = [{letter.lower(), letter.upper()} for letter in text]
    return "".join(
        f"[{''.join(sorted(both))}]" if len(both) > 1 else re.escape(min(both)) for both in cases
    )


def _hexadecimal(text: str) -> str:
    """The bytes in hexadecimal, not in the middle of a number with one digit more."""
    return _BETWEEN_HEX.join(_any_case(f"{byte:02x}") for byte in text.encode())


def _base64(text: str) -> Iterable[str]:
    """The part of base64 that any bytes with the text in them share, for each of three offsets."""
    for before in range(3):
        data = bytes(before) + text.encode()
        encoded = b64encode(data).decode()[-(-before * 8 // 6) : len(data) * 8 // 6]
        if len(encoded) >= _LEAST_BASE64:
            letters = [{"+": "[+-]", "/": "[/_]"}.get(letter, letter) for letter in encoded]
            # With the letters on both sides, which have a part of it.
            yield r"[\w+/-]?" + r"\s*".join(letters) + r"[\w+/-]?"
