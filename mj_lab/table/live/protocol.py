"""Parses LocalAI's poll replies and writes the answers (docs/reference/live.md)."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import NamedTuple

ANSWER_HEADER = "X-Match-"
POLL = "localai"
RUN_MATCH = "runmatch"

# A match id becomes the name of a header and of a file: only these characters are safe.
_MATCH_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_MOST_ENTRIES = 10_000


class ProtocolError(ValueError):
    """A text that is not a valid reply."""


class Finished(NamedTuple):
    """A match that is over.

    slot: the place among the players. scores: by slot; None if the match was aborted.
    """

    match_id: str
    slot: int
    scores: tuple[float, ...] | None


class PollReply(NamedTuple):
    """The reply of a poll: (match id, newest request) of each waiting match, and results."""

    requests: tuple[tuple[str, str], ...] = ()
    finished: tuple[Finished, ...] = ()


def parse_reply(text: str) -> PollReply:
    r"""Parse a reply.

    Raises ProtocolError if it is not one, or if lines are missing at its end.

    >>> reply = parse_reply("1 2\n5f\n2 W1\na0 2 4 -8 24 -8 -8\na1 0 0\n")
    >>> reply.requests
    (('5f', '2 W1'),)
    >>> reply.finished[0].scores, reply.finished[1].scores
    ((-8, 24, -8, -8), None)
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    waiting, over = _counts(lines[0])
    end = 1 + 2 * waiting
    if len(lines) < end + over:
        raise ProtocolError(f"{len(lines)} lines where {end + over} were announced")
    requests = tuple(
        (match_id_of(lines[index]), _request(lines[index + 1])) for index in range(1, end, 2)
    )
    return PollReply(requests, tuple(_finished(line) for line in lines[end : end + over]))


def _counts(line: str) -> tuple[int, int]:
    counts = line.split()
    if len(counts) != 2 or not all(word.isascii() and word.isdigit() for word in counts):
        raise ProtocolError(f"expected two counts, found {line[:60]!r}")
    if any(len(word) > 6 or int(word) > _MOST_ENTRIES for word in counts):
        raise ProtocolError(f"impossible counts: {line[:60]!r}")
    return int(counts[0]), int(counts[1])


def match_id_of(text: str) -> str:
    """The id in a line.

    Raises ProtocolError if it is not one.
    """
    text = text.strip()
    if not _MATCH_ID.fullmatch(text):
        raise ProtocolError(f"no match id: {text[:60]!r}")
    return text


def _request(line: str) -> str:
    """A request as text: raw, or from the JSON string that a JSON bot gets."""
    line = line.strip()
    if line.startswith('"'):
        try:
            value = json.loads(line)
        except ValueError:
            return line
        return value.strip() if isinstance(value, str) else line
    return line


def _finished(line: str) -> Finished:
    fields = line.split()
    try:
        match_id, slot, players = match_id_of(fields[0]), int(fields[1]), int(fields[2])
        scores = tuple(_number(word) for word in fields[3:])
    except (IndexError, ValueError):
        raise ProtocolError(f"not the result of a match: {line[:60]!r}") from None
    if players != len(scores) or not 0 <= slot < max(players, 8):
        raise ProtocolError(f"{players} players, {len(scores)} scores: {line[:60]!r}")
    return Finished(match_id, slot, scores if players else None)


def _number(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise ValueError(word)
    return int(number) if number.is_integer() else number


def format_poll_reply(reply: PollReply) -> str:
    r"""A reply as it is sent.

    >>> format_poll_reply(PollReply((("5f", "2 W1"),), (Finished("a0", 1, None),)))
    '1 1\n5f\n2 W1\na0 1 0\n'
    """
    lines = [f"{len(reply.requests)} {len(reply.finished)}"]
    for match_id, request in reply.requests:
        lines += [match_id, request]
    for match_id, slot, scores in reply.finished:
        lines.append(" ".join(map(str, (match_id, slot, len(scores or ()), *(scores or ())))))
    return "".join(line + "\n" for line in lines)


def answer_headers(answers: dict[str, str]) -> dict[str, str]:
    """The headers that carry answers, by match id.

    >>> answer_headers({"5f": "PLAY W1"})
    {'X-Match-5f': 'PLAY W1'}
    """
    return {ANSWER_HEADER + match_id: answer for match_id, answer in answers.items()}
