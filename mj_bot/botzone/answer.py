"""Formats one turn's reply: the response and as much debug text as Botzone keeps."""

import json
from collections import OrderedDict
from typing import List, NamedTuple, Sequence

from mj_bot.botzone.reading import JSON
from mj_bot.events import Action, format_response

MARKER = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"
DEBUG_SIZE = 1000  # Botzone keeps 1 KB; taken as 1000 bytes, not 1024.

# Marks the faults in a debug text, before and after them; no fault contains it.
_MARK = "!!"
_BETWEEN = "; "


class Answer(NamedTuple):
    """The answer to one turn."""

    action: Action
    debug: str


def debug_text(faults: Sequence[str], remark: str) -> str:
    r"""A debug text: each fault once, then the tactic's remark, which is cut first.

    >>> debug_text(["loading: KeyError: 'x'", "loading: KeyError: 'x'", "no answer"], "W1 0.25")
    "!! loading: KeyError: 'x', 2 times; no answer !! W1 0.25"
    >>> debug_text([], "W1 0.25"), debug_text([], "!!none")
    ('W1 0.25', 'none')
    """
    said = _counted(faults)
    if not said:
        while remark.lstrip().startswith(_MARK):  # So that no remark reads as a fault.
            remark = remark.lstrip().lstrip("!")
        return cut_debug(remark)
    # The newest fault says how the turn ended, so it stays; the others as far as they fit.
    newest = cut_debug(said[-1], DEBUG_SIZE // 2)
    room = DEBUG_SIZE - _size(newest) - 2 * len(_MARK + " ")
    first = []
    for fault in said[:-1]:
        room -= _size(fault + _BETWEEN)
        if room < 0:
            break
        first.append(fault)
    text = "{0} {1} {0} {2}".format(_MARK, _BETWEEN.join(first + [newest]), remark)
    return cut_debug(text.rstrip())


def _counted(faults: Sequence[str]) -> List[str]:
    """Each fault once, on one line without the marks, with its count if above one."""
    counts: "OrderedDict[str, int]" = OrderedDict()
    for fault in faults:
        line = " ".join(fault.split()).replace(_BETWEEN, ", ")
        while _MARK in line:
            line = line.replace(_MARK, "!")
        counts[line] = counts.get(line, 0) + 1
    return [
        line if count == 1 else "{}, {} times".format(line, count)
        for line, count in counts.items()
        if line
    ]


def faults_of(debug: str) -> List[str]:
    """The faults in a debug text as `debug_text` wrote them; empty if there are none.

    >>> faults_of("!! tactic: KeyError: 'x' (mine.py:9); rule_based answers in its place !! W1 0.2")
    ["tactic: KeyError: 'x' (mine.py:9)", 'rule_based answers in its place']
    >>> faults_of("W1 0.25 !! B2 0.25")
    []
    """
    mark = _MARK + " "
    if not debug.startswith(mark):
        return []
    return debug[len(mark) :].partition(" " + _MARK)[0].split(_BETWEEN)


def cut_debug(text: str, size: int = DEBUG_SIZE) -> str:
    r"""A debug text, cut at its end to fit as UTF-8 and as JSON.

    >>> len(cut_debug("x" * 2000)), len(cut_debug("\u4e2d" * 2000))
    (998, 166)
    """
    text = text[:size].encode("utf-8", "replace").decode("utf-8")
    if len(json.dumps(text)) <= size:
        return text
    short, long = 0, len(text)
    while long - short > 1:
        middle = (short + long) // 2
        if len(json.dumps(text[:middle])) <= size:
            short = middle
        else:
            long = middle
    return text[:short]


def _size(text: str) -> int:
    """Bytes of a part of a debug text, with its JSON quotes."""
    return len(json.dumps(text))


def format_answer(reply: Answer, style: str) -> bytes:
    r"""The lines that answer a turn in this style, without the marker.

    >>> from mj_bot.events import PASSING
    >>> format_answer(Answer(PASSING, "why"), "simple")
    b'PASS\nwhy\n'
    """
    response, debug = format_response(reply.action), cut_debug(reply.debug)
    if style == JSON:
        return json.dumps({"response": response, "debug": debug}).encode("ascii") + b"\n"
    debug = " ".join(debug.split())
    return (response + "\n" + (debug + "\n" if debug else "")).encode("utf-8")
