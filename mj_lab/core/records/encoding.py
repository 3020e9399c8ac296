"""The text in the bytes that people bring: UTF-8, UTF-16, or GBK where it can be nothing else."""

from __future__ import annotations

import codecs
import io
import re
from typing import IO, Any

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
# A letter that UTF-8 writes in three bytes, as it does every Chinese one.
_OF_THREE = re.compile("[\u0800-\ufffc]")


class TextError(ValueError):
    """What is wrong in a text, with its line and, unless 0, its column, both from 1.

    is_cut: whether the text only ends too early.
    """

    def __init__(self, problem: str, line: int, column: int = 0, is_cut: bool = False) -> None:
        place = f": column {column}" if column else ""
        super().__init__(f"line {line}: {problem}{place}")
        self.problem, self.line, self.column, self.is_cut = problem, line, column, is_cut

    def behind(self, before: bytes) -> TextError:
        """The same error in a text with these bytes before this one."""
        column = self.column
        if column and self.line == 1:
            column += len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
        return TextError(self.problem, self.line + before.count(b"\n"), column, self.is_cut)


def decoded(data: bytes) -> str:
    """The text of bytes, without a byte order mark; half a letter of UTF-16 at the end is left out.

    GBK is read where the bytes beyond ASCII stand in pairs, and most of them are no letters of
    UTF-8. Raises TextError with the first byte that is not UTF-8.
    """
    codec = _utf_16(data[:2])
    if codec is not None:
        return codecs.getincrementaldecoder(codec)("replace").decode(data)
    plain = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = TextError(f"not UTF-8: byte {plain[error.start]:#04x}", line)
        if error.reason == "unexpected end of data":
            wrong = ends_inside(line)
    sizes = [len(run) for run in _BEYOND_ASCII.findall(plain)]
    letters = len(_OF_THREE.findall(plain.decode("utf-8", "replace")))
    if any(size % 2 for size in sizes) or 2 * 3 * letters >= sum(sizes):
        raise wrong
    try:
        return plain.decode("gb18030")
    except UnicodeDecodeError:
        raise wrong from None


def ends_inside(line: int) -> TextError:
    """The error of a text whose last line is in the middle of a value."""
    return TextError("ends inside the value", line, is_cut=True)


def in_utf_8(stream: io.BufferedReader) -> io.BufferedReader:
    """A stream, as UTF-8 if it is UTF-16."""
    codec = _utf_16(stream.peek(2)[:2])
    return stream if codec is None else io.BufferedReader(_Recoded(stream, codec))


def _utf_16(head: bytes) -> str | None:
    """The codec for a text in UTF-16, by its mark or by the half of its first letter."""
    if head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    if len(head) < 2 or any(head) == all(head):
        return None
    return "utf-16-le" if head[0] else "utf-16-be"


class _Recoded(io.RawIOBase):
    """A stream of UTF-16 as UTF-8: what is no letter is U+FFFD, half of one at the end is gone."""

    def __init__(self, source: IO[bytes], codec: str) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(codec)("replace")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data:
            # Two bytes of UTF-16 are three of UTF-8 at most.
            read = self._source.read(max(len(buffer) // 2, 1))
            data = self._decoder.decode(read).encode("utf-8")
            if not read:
                break
        buffer[: len(data)] = data
        return len(data)
