"""Botzone's data set for its course and contest (`data.txt`): reads and writes hands of bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from mj_bot.events import BUGANG, CHI, DRAW, GANG, HU, PENG, PLAY, SEATS, Action
from mj_bot.state import WALL_SIZE
from mj_bot.tiles import CHOW_MIDDLES, code_of, codes_of, tile_of
from mj_lab.core.records.hand import HandError, RecordedHand, Step, check_no_false_win
from mj_lab.core.records.match import Match

# Copies of the data set differ in their upper and lower case.
_VERBS = {
    "draw": DRAW,
    "play": PLAY,
    "chi": CHI,
    "peng": PENG,
    "gang": GANG,
    "angang": GANG,
    "bugang": BUGANG,
    "hu": HU,
}
_WORDS = {DRAW: "Draw", PLAY: "Play", CHI: "Chi", PENG: "Peng", BUGANG: "BuGang", HU: "Hu"}
_CONCEALED = "angang"
# A hand has about 250 lines.
_MOST_LINES = 2_000
# The number of words in a line without other claims.
_PLAIN = 4
# About a thousand distinct lines make up most of a file; they are cached, but not long ones.
_MOST_KEPT, _LONGEST_KEPT = 4_096, 100


class CourseHand(NamedTuple):
    """One hand, and the stray lines after it, each with its number."""

    hand: RecordedHand
    complaints: tuple[str, ...] = ()


def blocks_in(lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """Split a file into hands: the number of the first line, and the lines without line ends.

    A block that is longer than any hand is split.
    """
    block: list[str] = []
    first = 1
    for number, line in enumerate(lines, start=1):
        text = line.strip().lstrip("\ufeff")
        begins = text[:1] in ("M", "m") and text[:6].lower() == "match "
        if block and (not text or begins or len(block) == _MOST_LINES):
            yield first, block
            block = []
        if text:
            first = first if block else number
            block.append(text)
    if block:
        yield first, block


def parse_course_hand(block: Sequence[str], first: int = 1) -> CourseHand:
    """Parse the lines of a hand. first: the number of the first line in the file.

    Raises HandError, with the line, if it is not a hand.
    """
    return _Reader(first).read(block)


class _Reader:
    def __init__(self, first: int) -> None:
        self._line = first
        self._deals: dict[int, tuple[int, ...]] = {}
        self._steps: list[Step] = []
        self._fan: int | None = None
        self._fan_names: tuple[str, ...] = ()
        self._drawn = False
        self._scores: tuple[int, ...] | None = None
        self._complaints: list[str] = []

    def read(self, block: Sequence[str]) -> CourseHand:
        name, wind = "", None
        if block[0].split()[0].lower() != "match":
            raise HandError("no hand begins here", self._line, block[0])
        for number, text in enumerate(block, start=self._line):
            self._line = number
            words = text.split()
            head = words[0].lower()
            if self._scores is not None:
                self._complaints.append(f"line {number}: after the end of a hand: {text:.40}")
            elif head == "match":
                name = words[1] if len(words) > 1 else ""
            elif head == "wind":
                wind = self._number(words[1:2], 0, SEATS - 1)
            elif head == "player":
                self._player(text, words)
            elif head == "fan":
                self._fan = self._number(words[1:2], 0, 999)
                names = "".join(words[2:]).split("+")
                self._fan_names = tuple(name.partition("*")[0] for name in names if name)
            elif head == "huang":
                self._drawn = True
            elif head == "score":
                self._scores = tuple(self._number([word], -9999, 9999) for word in words[1:])
            else:
                raise HandError("not a line of a hand", number, text)
        if wind is None or len(self._deals) != SEATS or not self._steps:
            raise HandError("no whole hand", self._line, name)
        if self._scores is None or len(self._scores) != SEATS:
            raise HandError("the hand breaks off", self._line, name)
        deals = tuple(self._deals[seat] for seat in range(SEATS))
        hand = RecordedHand(
            name,
            wind,
            deals,
            (0,) * SEATS,
            WALL_SIZE,
            tuple(self._steps),
            self._drawn,
            self._fan or 0,
            self._scores,
            fan_names=self._fan_names,
        )
        return CourseHand(hand, tuple(self._complaints))

    def _player(self, text: str, words: Sequence[str]) -> None:
        try:
            if len(words) > 2 and words[2].lower() == "deal":
                seat = self._number(words[1:2], 0, SEATS - 1)
                self._deals[seat] = tuple([_tile(word) for word in words[3:]])
                return
            done = _done(text) if len(text) <= _LONGEST_KEPT else _done_by(text.split())
            self._steps.append(Step(*done, self._line))
        except HandError as error:
            raise error.at(self._line) from None

    def _number(self, words: Sequence[str], least: int, most: int) -> int:
        try:
            return _number(words, least, most)
        except HandError as error:
            raise error.at(self._line) from None


class _Done(NamedTuple):
    """The action of a line, as a step."""

    kind: str
    seat: int
    tile: int | None
    chow: int | None
    preempted: tuple[tuple[int, Action], ...]


@lru_cache(maxsize=_MOST_KEPT)
def _done(text: str) -> _Done:
    """Parse the action of a line. Raises HandError, without the line number."""
    return _done_by(text.split())


def _done_by(words: list[str]) -> _Done:
    groups = _split(words) if len(words) > _PLAIN else [words]
    seat = _number(words[1:2], 0, SEATS - 1)
    action, tile = _action(groups[0])
    preempted = []
    for group in groups[1:]:
        other = _number(group[1:2], 0, SEATS - 1)
        preempted.append((other, _action(group, wished=True)[0]))
    return _Done(action.kind, seat, tile, action.chow, tuple(preempted))


def _split(words: Sequence[str]) -> list[list[str]]:
    """The words of the action, then the words of each claim that it pre-empted."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.lower() == "ignore":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _action(words: Sequence[str], wished: bool = False) -> tuple[Action, int | None]:
    """The action, and the tile that a step stores for it."""
    if len(words) < 4 or words[0].lower() != "player":
        raise HandError("not a line of a hand", 0, " ".join(words))
    verb, tile = words[2].lower(), _tile(words[3])
    kind = _VERBS.get(verb)
    if kind is None or (wished and kind in (DRAW, PLAY, BUGANG)):
        raise HandError("no such verb", 0, words[2])
    if kind == CHI:
        if tile not in CHOW_MIDDLES:
            raise HandError("no middle of a chow", 0, words[3])
        return Action(CHI, None, tile), None
    if kind in (PENG, HU) or (kind == GANG and verb != _CONCEALED):
        return Action(kind), None
    return Action(kind, tile), tile


def _tile(code: str) -> int:
    try:
        return tile_of(code.upper())
    except (ValueError, KeyError):
        raise HandError("no such tile", 0, code) from None


def _number(words: Sequence[str], least: int, most: int) -> int:
    try:
        number = int(words[0])
    except (ValueError, IndexError):
        number = most + 1
    if not least <= number <= most:
        raise HandError("no such number", 0, " ".join(words))
    return number


# -- writing -----------------------------------------------------------------------------------


def format_hand(hand: RecordedHand, match: Match) -> str:
    """A hand in the data set's format. match: names the fans.

    As in the data set, a win names the last discard, even if it is self-drawn.

    Raises HandError for flowers or a common wall, which the data set does not have.
    """
    if hand.common_wall:
        raise HandError("the data set has a wall for each seat")
    if any(hand.flowers) or hand.wall_size != WALL_SIZE:
        raise HandError("the data set has walls of 34 tiles without flowers")
    check_no_false_win(hand)
    lines = [f"Match {hand.id}", f"Wind {hand.prevalent_wind}"]
    lines += [f"Player {seat} Deal {codes_of(deal)}" for seat, deal in enumerate(hand.deals)]
    offered: int | None = None
    for step in hand.steps:
        lines.append(_line_of(step, offered))
        if step.kind in (PLAY, BUGANG) or offered is None:
            offered = step.tile
    if hand.drawn:
        lines.append("Huang")
    else:
        fans = [f"{fan.name}*{fan.times}" for fan in match.result.fans or ()]
        lines.append(f"Fan {hand.fan} " + "+".join(fans))
    lines.append("Score " + " ".join(map(str, match.scores)))
    return "\n".join(lines) + "\n"


def _line_of(step: Step, offered: int | None) -> str:
    parts = [f"Player {step.seat} {_words_of(step.kind, step.tile, step.chow, offered)}"]
    for seat, action in step.preempted:
        parts.append(f"Player {seat} {_words_of(action.kind, None, action.chow, offered)}")
    return " Ignore ".join(parts)


def _words_of(kind: str, tile: int | None, chow: int | None, offered: int | None) -> str:
    kong = "Gang" if tile is None else "AnGang"
    word = kong if kind == GANG else _WORDS[kind]
    named = chow if chow is not None else tile if tile is not None else offered
    assert named is not None
    return f"{word} {code_of(named)}"
