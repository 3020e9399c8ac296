"""One turn's reply as it is printed: the response and as much debug text as Botzone keeps."""

import json
from typing import NamedTuple

from mj_bot.botzone.reading import JSON
from mj_bot.events import Action, format_response

MARKER = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"
DEBUG_SIZE = 1000  # Bytes: Botzone's 1 KB, taken as 1000 bytes and not 1024.


class Answer(NamedTuple):
    """The answer to one turn."""

    action: Action
    debug: str


def cut_debug(text: str) -> str:
    r"""A debug text, cut at its end until it fits both as UTF-8 and as JSON.

    >>> len(cut_debug("x" * 2000)), len(cut_debug("\u4e2d" * 2000))
    (998, 166)
    """
    text = text[:DEBUG_SIZE].encode("utf-8", "replace").decode("utf-8")
    if len(json.dumps(text)) <= DEBUG_SIZE:
        return text
    short, long = 0, len(text)
    while long - short > 1:
        middle = (short + long) // 2
        if len(json.dumps(text[:middle])) <= DEBUG_SIZE:
            short = middle
        else:
            long = middle
    return text[:short]


def format_answer(reply: Answer, style: str) -> bytes:
    r"""The lines that answer a turn of this style, without the marker.

    >>> from mj_bot.events import PASSING
    >>> format_answer(Answer(PASSING, "why"), "simple")
    b'PASS\nwhy\n'
    """
    response, debug = format_response(reply.action), cut_debug(reply.debug)
    if style == JSON:
        return json.dumps({"response": response, "debug": debug}).encode("ascii") + b"\n"
    debug = " ".join(debug.split())
    return (response + "\n" + (debug + "\n" if debug else "")).encode("utf-8")
