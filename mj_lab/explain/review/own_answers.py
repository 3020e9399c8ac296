"""Diagnoses a seat's answers: faults named in `debug`, verdicts, times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil
from statistics import median
from typing import Any, NamedTuple

from mj_bot.botzone.answer import faults_of
from mj_bot.tactics import STAND_IN
from mj_lab.core.records.formats.seat_record import SeatRecord

_FELL_BACK = re.compile(rf"\b{STAND_IN} (answers|plays) in its place")
_CUT = re.compile(r"\bcut (after|by the clock)\b|\bdoes not end\b")
# How often a fault occurred in one answer.
_TIMES = re.compile(r", \d+ times$")
# As bots of version 0.4.0 and before write it: at the beginning of `debug`, and at its end.
_UNMARKED = re.compile(rf"^tactic\b[^;]*: [^;]*|{STAND_IN} answers in its place$")
# The quantile of the times that is shown.
_MOST_OF_THEM = 0.99


class SeatAnswers(NamedTuple):
    """A record's data on the answers of one seat.

    given: how many there are. remarks: how many have a text in `debug`. By turn: faults, as `debug`
    names them; verdicts that are not OK; times in milliseconds.
    """

    given: int
    remarks: int
    faults: Mapping[int, Sequence[str]]
    verdicts: Mapping[int, str]
    times: Mapping[int, float]


NO_ANSWERS = SeatAnswers(0, 0, {}, {}, {})


class AnswerPlace(NamedTuple):
    """Where an answer is: the id of its match, and its turn."""

    match: str
    turn: int


class CountedFault(NamedTuple):
    """A fault, how often it occurred, and where it occurred first."""

    text: str
    often: int
    first: AnswerPlace


class AnswerTimes(NamedTuple):
    """Milliseconds of answers: the median, the 99% quantile, the longest and where."""

    median: float
    most: float
    longest: float
    where: AnswerPlace


class AnswerSums(NamedTuple):
    """The answers of some seats.

    Counts of answers that were given, have a remark, came from the stand-in (fell_back), were cut,
    had only another fault (other). faults: the commonest first. times: None if no record has them.
    """

    given: int
    remarks: int
    fell_back: int
    cut: int
    other: int
    faults: Sequence[CountedFault]
    verdicts: Sequence[tuple[str, AnswerPlace]]
    times: AnswerTimes | None


def seat_answers(view: SeatRecord) -> SeatAnswers:
    """The record's data on this seat's answers."""
    named = {turn: _faults_in(text) for turn, text in view.debug.items()}
    return SeatAnswers(
        len(view.responses),
        len(view.debug),
        {turn: faults for turn, faults in named.items() if faults},
        view.verdicts,
        view.times,
    )


def _faults_in(debug: str) -> Sequence[str]:
    named = faults_of(debug) or [match[0] for match in _UNMARKED.finditer(debug)]
    return [_TIMES.sub("", fault) for fault in named]


def answer_sums(seats: Sequence[tuple[str, SeatAnswers]]) -> AnswerSums:
    """The sums over seats, each with the id of its match.

    >>> faults = {5: ["cut after 3 s", "rule_based answers in its place"], 9: ["no weights"]}
    >>> sums = answer_sums([("a", SeatAnswers(9, 2, faults, {}, {}))])
    >>> (sums.fell_back, sums.cut, sums.other), [fault.text for fault in sums.faults]
    ((1, 1, 1), ['cut after 3 s', 'no weights'])
    """
    faults = [
        (AnswerPlace(match, turn), texts)
        for match, answers in seats
        for turn, texts in answers.faults.items()
    ]
    verdicts = [
        (verdict, AnswerPlace(match, turn))
        for match, answers in seats
        for turn, verdict in answers.verdicts.items()
    ]
    times = [
        (took, AnswerPlace(match, turn))
        for match, answers in seats
        for turn, took in answers.times.items()
    ]
    fell_back = [any(map(_FELL_BACK.search, texts)) for _, texts in faults]
    cut = [any(map(_CUT.search, texts)) for _, texts in faults]
    return AnswerSums(
        sum(answers.given for _, answers in seats),
        sum(answers.remarks for _, answers in seats),
        sum(fell_back),
        sum(cut),
        len(faults) - sum(map(any, zip(fell_back, cut, strict=True))),
        _counted(faults),
        verdicts,
        _times(times),
    )


def _counted(faults: Sequence[tuple[AnswerPlace, Sequence[str]]]) -> list[CountedFault]:
    """Each fault once. The stand-in's answer is not counted beside the fault that caused it."""
    places: dict[str, list[AnswerPlace]] = {}
    for answer_place, texts in faults:
        causes = [text for text in texts if not _FELL_BACK.fullmatch(text)]
        for text in dict.fromkeys(causes or texts):
            places.setdefault(text, []).append(answer_place)
    counted = [CountedFault(text, len(all_), all_[0]) for text, all_ in places.items()]
    return sorted(counted, key=lambda fault: -fault.often)


def _times(times: Sequence[tuple[float, AnswerPlace]]) -> AnswerTimes | None:
    if not times:
        return None
    took = sorted(milliseconds for milliseconds, _ in times)
    longest, where = max(times, key=lambda time: time[0])
    return AnswerTimes(median(took), took[ceil(_MOST_OF_THEM * len(took)) - 1], longest, where)


def answers_record(sums: AnswerSums) -> dict[str, Any]:
    """The JSON of the sums (docs/reference/review.md)."""
    times = sums.times
    return {
        "answers": sums.given,
        "remarks": sums.remarks,
        "fell_back": sums.fell_back,
        "cut": sums.cut,
        "other_faults": sums.other,
        "faults": [
            {"fault": fault.text, "count": fault.often, **fault.first._asdict()}
            for fault in sums.faults
        ],
        "verdicts": [
            {"verdict": verdict, **answer_place._asdict()}
            for verdict, answer_place in sums.verdicts
        ],
        "times": None
        if times is None
        else {
            "median": times.median,
            "most": times.most,
            "longest": times.longest,
            **times.where._asdict(),
        },
    }
