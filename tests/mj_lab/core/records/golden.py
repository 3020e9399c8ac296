"""What readers of records make of every recorded file, and of 20,000 damaged records.

`records_golden.json` has it as digests: of every game, of the plain form of hands by what was drawn
and done, and what the table makes of 5,000 changed ones. The site's readers are held to it too.
After a change that is meant to change it: python -m tests.mj_lab.core.records.golden
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from mj_bot.events import CHI, HU, SEATS, Action
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.archives import entries_in
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.platforms.detect import hands_of_people
from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from mj_lab.core.records.hand import HandError, RecordedHand, Step, hand_of, plain_form
from mj_lab.core.records.hand_at_table import folded
from mj_lab.core.records.json_lines import RecordError, records_in
from mj_lab.core.records.match import to_line
from mj_lab.core.records.matches import Skipped, read_matches, whole_match
from mj_lab.core.records.unpacking import plain_streams
from tests.conftest import OWN, RECORDED
from tests.mj_lab.conftest import FOLDERS
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.records.formats.platforms.tables import (
    common_wall_games,
    recorded_json,
    written,
)

GOLDEN = OWN / "records_golden.json"
# How many damaged records are made of the records of a folder; a block of them has one digest.
DAMAGED = {"own": 15_000, "recorded": 5_000}
BLOCK, CHANGED = 100, 5_000
_ENDS = (".json", ".jsonl", ".gz", ".txt")
_OURS = ("judged_games.jsonl.gz", "rare_games.jsonl.gz", "faulty_games.jsonl.gz")
# What one reads of a file: {"games": [...], "skipped": a number} or {"refused": one line}.
Outcome = dict[str, Any]
Reader = Callable[[bytes, str], Outcome]


def read_by_lab(data: bytes, name: str) -> Outcome:
    """As a server reads an upload; of a match of several hands the spoilt ones are left out."""
    games, skipped = [], Skipped()
    try:
        for entry in entries_in(BytesIO(data), name):
            try:
                games.append(json.loads(to_line(whole_match(entry.build()))))
            except RecordError as error:
                if not entry.of_many:
                    raise
                skipped(error)
        skipped.check(len(games))
    except RecordError as error:
        return {"refused": str(error)}
    return {"games": games, "skipped": len(skipped.errors)}


def plain_by_lab(data: bytes, name: str) -> list[Any]:
    """The plain form of each hand in a file that lists what was drawn and done."""
    try:
        entries = list(entries_in(BytesIO(data), name))
        texts = [plain_form(one.parse()) for one in entries if one.parse is not None]
        if texts:
            return texts
        streams = plain_streams(BytesIO(data), name)
        records = [record for _, stream in streams for _, record in records_in(stream, name)]
    except RecordError:
        return []
    found = [hand for record in records for hand in hands_of_people(record) or ()]
    return [plain_form(hand.parse().hand) for hand in found]


def files_of(folder: Path) -> list[Path]:
    """The files of records in a folder and in those within."""
    names = sorted(path for path in folder.rglob("*") if path.suffix in _ENDS)
    return [path for path in names if "golden" not in path.name]


def plain(path: Path) -> bytes:
    """A file's bytes without the gzip around them."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def digest(value: Any) -> str:
    """Of JSON, in which 3.0 is 3."""
    text = json.dumps(_whole(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _whole(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def of_file(outcome: Outcome, hands: list[Any]) -> Any:
    """What is golden of a file: a digest for each game, or the words with which it is refused.

    hands: the plain forms in it.
    """
    if "refused" in outcome:
        # What its parser says of a text that is no JSON each language has its own words for.
        return {"refused": re.sub(r"(: no JSON): .+", r"\1", outcome["refused"])}
    made = {"games": list(map(digest, outcome["games"])), "skipped": outcome["skipped"]}
    return {**made, "plain": list(map(digest, hands))} if hands else made


def of_block(outcomes: list[Outcome]) -> str:
    """What is golden of damaged records: the games, and that the others are refused."""
    return digest([{"refused": True} if "refused" in one else one for one in outcomes])


def blocks(folder: str) -> Iterator[list[bytes]]:
    """The damaged records of a folder, block by block; the same ones every time."""
    made = damaged(RECORDS[folder](), Random(f"damaged/{folder}"))
    for _ in range(DAMAGED[folder] // BLOCK):
        yield list(islice(made, BLOCK))


# -- damaged records -------------------------------------------------------------------------------


def own_records() -> list[Any]:
    """Games of our judge in every form: our lines, Botzone's logs, people's platforms."""
    matches = [one for name in _OURS for one in islice(read_matches(OWN / name), 5)]
    people = list(common_wall_games(4))
    lines = [json.loads(to_line(one)) for one in [*matches, *people]]
    logs = [json.loads(json.dumps(to_botzone(one))) for one in [*matches, *people]]
    unknown = [{**one, "initdata": ""} for one in logs]
    salasasa = [written(one) for one in people]
    tziakcha = [written(one, tziakcha_record) for one in people]
    return [*lines, *logs, *unknown[::3], *salasasa, *salasasa, *tziakcha, *tziakcha]


def recorded_records() -> list[Any]:
    """Recorded hands of people, in every form that their platforms give."""
    match = recorded_json(RECORDED, "tziakcha_match.json")
    native = recorded_json(RECORDED, "salasasa_native.json")
    rounds = native["record"]["game_round"]
    native["record"]["game_round"] = {name: rounds[name] for name in list(rounds)[:2]}
    hands = match["records"]
    return [
        *hands[:4],
        hands[4]["step"],
        {"id": "a", "script": _packed(json.dumps(hands[1]["step"]).encode())},
        {**match, "records": hands[:2]},
        native,
        {"success": True, "data": native},
    ]


RECORDS = {"own": own_records, "recorded": recorded_records}
_WORDS = ["W1", "J3", "H1", "PASS", "PLAY", "PENG", "CHI", "GANG", "BUGANG", "HU", "0", "1", "2"]
_WORDS += ["3", "4", "-1", "W0", "1e9", "\u00b2", "\u0661"]
_TEXTS = [*_WORDS, "", "9" * 400, "\x00", "\u3000", "\ud7ff", "\U0001f004", "CHI W2", "PLAY W1 "]
# No 3.0: in JavaScript it is 3.
_VALUES = [None, True, False, *range(-3, 41), 55, 10**15, 10**400, -(10**30), 0.5, -1e-9, 1e300]
_DEEP: Any = json.loads("[" * 70 + "]" * 70)


def _value(chance: Random) -> Any:
    what = chance.randrange(12)
    if what < 7:
        return chance.choice(_VALUES)
    if what < 10:
        return " ".join(chance.choices(_TEXTS, k=chance.randrange(4)))
    if what == 10:
        return [_value(chance) for _ in range(chance.randrange(4))]
    named = {chance.choice(_TEXTS): _value(chance) for _ in range(chance.randrange(4))}
    return named if chance.randrange(9) else _DEEP


def _changed(value: Any, chance: Random, new: Callable[[Any], Any], depth: int) -> Any:
    """The value with something else at a place by chance, or without it."""
    if depth == 0 or not isinstance(value, (dict, list)) or not value:
        return new(value)
    place = chance.randrange(len(value))
    if isinstance(value, list):
        copy = list(value)
        if chance.randrange(60) == 0:
            del copy[place]
        else:
            copy[place] = _changed(copy[place], chance, new, depth - 1)
        return copy
    key = list(value)[place]
    if chance.randrange(15) == 0:
        return {name: inner for name, inner in value.items() if name != key}
    return {**value, key: _changed(value[key], chance, new, depth - 1)}


def _another(value: Any, chance: Random) -> Any:
    """Another value of the same kind, most often."""
    if isinstance(value, str) and value and chance.randrange(3):
        words = value.split(" ")
        words[chance.randrange(len(words))] = chance.choice(_TEXTS)
        return " ".join(words)
    if isinstance(value, int) and chance.randrange(3):
        return value + chance.choice((-256, -16, -4, -1, 1, 4, 16, 256))
    return _value(chance)


def _flipped(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _moved(data: bytes, chance: Random) -> bytes:
    one, two, three = sorted(chance.randrange(len(data)) for _ in range(3))
    return data[:one] + data[two:three] + data[one:two] + data[three:]


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def _text(record: Any, chance: Random) -> bytes:
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        depth = chance.randrange(1, 9)
        record = _changed(record, chance, lambda value: _another(value, chance), depth)
    step = record.get("step") if isinstance(record, dict) else None
    text = json.dumps(record, ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace")
    if isinstance(step, dict) and chance.randrange(3) == 0:
        inner = json.dumps(step).encode()
        script = _packed(_flipped(inner, chance) if chance.randrange(4) == 0 else inner)
        if chance.randrange(4) == 0:
            data = _flipped(base64.b64decode(script), chance)
            script = base64.b64encode(data).decode()
        text = json.dumps({"id": "a", "script": script}).encode()
    return text


def damaged(records: list[Any], chance: Random) -> Iterator[bytes]:
    """Records with something wrong in them, as text in UTF-8; some with nothing wrong."""
    for text in spoilt(records, chance):
        try:
            text.decode()
        except UnicodeDecodeError:
            continue  # `brought.py` has what is in no or another encoding.
        yield text


def spoilt(records: list[Any], chance: Random) -> Iterator[bytes]:
    """The same, and some that is no text."""
    while True:
        text = _text(chance.choice(records), chance)
        what = chance.randrange(12)
        if what == 0:
            text = _flipped(text, chance)
        elif what == 1:
            text = _moved(text, chance)
        elif what == 2:
            text += chance.choice((b"\n", b"", b" ")) + _text(chance.choice(records), chance)
        elif what == 3:
            text = b"[" + text + b"," + _text(chance.choice(records), chance) + b"]"
        elif what == 4:
            text = chance.choice((b"\xef\xbb\xbf", b"\n", b"[[", b"")) + text + b"\n"
        yield text


# -- changed hands ---------------------------------------------------------------------------------


def changed_hands() -> Iterator[RecordedHand]:
    """Hands of our judge with something else in them, most often against the rules."""
    kinds = (judged_games(9), judged_games(6, True), common_wall_games(6))
    matches = [one for some in kinds for one in some if one.result.action in (HU, HUANG)]
    hands = [_with_lines(hand_of(match)) for match in matches]
    hands += [one._replace(tells_all=not one.tells_all, scores=None) for one in hands]
    hands += [one._replace(wall=()) for one in hands if one.common_wall]
    chance = Random("changed")
    for number in range(CHANGED):
        hand = hands[number % len(hands)]
        yield hand if number < len(hands) else _with_another(hand, chance)


def _with_lines(hand: RecordedHand) -> RecordedHand:
    steps = enumerate(hand.steps, start=3)
    return hand._replace(steps=tuple(step._replace(line=line) for line, step in steps))


def _with_another(hand: RecordedHand, chance: Random) -> RecordedHand:
    steps = list(hand.steps)
    place, other = chance.randrange(len(steps)), chance.randrange(len(steps))
    what = chance.randrange(10)
    if what == 0:
        del steps[place]
    elif what == 1:
        steps[place], steps[other] = steps[other], steps[place]
    elif what == 2:
        steps.insert(place, steps[other])
    elif what == 3:
        del steps[max(place, 1) :]
    elif what == 4:
        kept = (min(place, other), max(place, other), chance.randrange(SEATS))
        return hand._replace(keeping=(kept,), tells_all=False)
    elif what == 5:
        fan = chance.choice([0, 9, hand.fan])
        return hand._replace(fan=fan, drawn=chance.random() < 0.3, scores=None)
    else:
        steps[place] = _another_step(steps[place], what, chance)
    return hand._replace(steps=tuple(steps))


def _another_step(step: Step, what: int, chance: Random) -> Step:
    if what == 6:
        return step._replace(seat=chance.randrange(SEATS))
    if what == 7:
        return step._replace(tile=chance.choice([None, *range(36)]))
    kind = chance.choice(["DRAW", "PLAY", CHI, "PENG", "GANG", "BUGANG", HU, "FALSE"])
    if what == 8:
        return step._replace(kind=kind, chow=7 if kind == CHI else None)
    wish = Action(chance.choice([CHI, "PENG", "GANG", HU]))
    return step._replace(preempted=((chance.randrange(SEATS), wish),))


def of_hand(hand: RecordedHand) -> Any:
    """The match that the table makes of a hand, or why it makes none."""
    try:
        return json.loads(to_line(folded(hand)))
    except HandError as error:
        return [error.reason, error.line, error.about]


def of_changed(count: int = CHANGED // BLOCK) -> list[str]:
    """A digest for each of the first blocks of changed hands."""
    hands = changed_hands()
    return [digest([of_hand(hand) for hand in islice(hands, BLOCK)]) for _ in range(count)]


# -- the file --------------------------------------------------------------------------------------


def golden() -> dict[str, Any]:
    """All that is in the golden file, by folder."""
    made: dict[str, Any] = {"changed": of_changed()}
    for name, folder in FOLDERS.items():
        digests = [of_block([read_by_lab(one, "file") for one in some]) for some in blocks(name)]
        made[name] = {"files": files_by_lab(folder), "damaged": digests}
    return made


def files_by_lab(folder: Path) -> dict[str, Any]:
    """What is golden of each file of a folder, by its name."""
    found = [(path.name, plain(path)) for path in files_of(folder)]
    return {
        name: of_file(read_by_lab(data, name), plain_by_lab(data, name)) for name, data in found
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
