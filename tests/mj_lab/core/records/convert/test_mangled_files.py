"""Mangled files of every format: one clear line with the place, and nothing half written."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.texts import texts_of
from mj_lab.core.records.hand import HandError
from tests.mj_lab.core.records.convert.judged import judged_games

_JUNK = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\t",
    b"{",
    b"]",
    b'"',
    b"-1",
    b"99",
    b"W0",
    b"Player",
    b"Ignore",
)
_NUMBERS = b"0123456789"


def written(wanted: Format) -> bytes:
    """A short file of a format, as our own games make it."""
    made: list[str] = []
    for match in judged_games(6, flowers=wanted is Format.HUMAN, seed="mangled"):
        try:
            made += texts_of(match, wanted, 1)
        except HandError:
            continue
        if len(made) >= 2 or wanted is Format.HUMAN:
            break
    return "".join(made).encode()


def mangled(data: bytes, dice: random.Random) -> bytes:
    """The same with something wrong in it."""
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        place, width = dice.randrange(len(data) + 1), dice.choice((0, 1, 1, 2, 8, 200))
        what = dice.randrange(8)
        if what == 0:
            data = data[:place] + dice.choice(_JUNK) + data[place + width :]
        elif what == 1:
            data = data[:place]
        elif what == 2:
            data = data[:place] + data[place : place + width] * 2 + data[place + width :]
        elif what == 3:
            data = data[:place] + bytes(dice.randrange(256) for _ in range(width)) + data[place:]
        elif what == 4:
            digits = [at for at, byte in enumerate(data) if byte in _NUMBERS] or [0]
            at = dice.choice(digits)
            data = data[:at] + bytes([dice.choice(_NUMBERS)]) + data[at + 1 :]
        else:
            lines = data.split(b"\n")
            one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
            if what == 5:
                del lines[one]
            elif what == 6:
                lines.insert(one, lines[two])
            else:
                lines[one], lines[two] = lines[two], lines[one]
            data = b"\n".join(lines)
    return data


def packed(data: bytes, dice: random.Random) -> bytes:
    """Sometimes as an archive, which may be mangled itself."""
    how = dice.randrange(12)
    if how == 0:
        data = gzip.compress(data, 1, mtime=0)
    elif how == 1:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.txt", data)
        data = file.getvalue()
    return mangled(data, dice) if how < 2 and dice.random() < 0.5 else data


def hold(count: int, folder: Path, seed: str) -> Counter[str]:
    """Convert this many mangled files; how they ended."""
    samples = {wanted: written(wanted) for wanted in Format}
    ended: Counter[str] = Counter()
    source = folder / "in"
    source.mkdir()
    path = source / "mangled.txt"
    for number in range(count):
        dice = random.Random(f"{seed}/{number}")
        form = dice.choice(list(Format))
        path.write_bytes(packed(mangled(samples[form], dice), dice))
        wanted = dice.choice(list(Format))
        told: list[str] = []
        out = folder / ("out" if wanted is Format.HUMAN else "out.x")
        try:
            account = converted([path], wanted, out, None, told.append)
        except ValueError as error:
            assert "\n" not in str(error), (seed, number)
            assert told or "nothing to write" in str(error), (seed, number)
            ended["refused"] += 1
        else:
            ended["written"] += 1
            ended["skipped"] += bool(account.skipped)
            for file in [out] if out.is_file() else sorted(out.rglob("*"), reverse=True):
                file.rmdir() if file.is_dir() else file.unlink()
            if out.is_dir():
                out.rmdir()
        for line in told:
            assert line.startswith(str(path)), (seed, number, line)
            assert "\n" not in line and len(line) <= 500, (seed, number)
            ended["lines told"] += ": line " in line
        assert sorted(folder.iterdir()) == [source], (seed, number)
    return ended


def test_mangled_files(tmp_path: Path) -> None:
    ended = hold(150, tmp_path, "fast")
    for name in ("refused", "written", "lines told"):
        assert ended[name] > 10, ended


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_two_hundred_thousand_mangled_files(tmp_path: Path) -> None:
    """200,000 files: pytest -m slow --timeout 0 -k mangled tests/mj_lab/core/records/convert."""
    ended = hold(200_000, tmp_path, "slow")
    print(sorted(ended.items()))
    for name in ("refused", "written", "skipped", "lines told"):
        assert ended[name] > 10_000, ended


def spoilt_in_the_middle(
    tmp_path: Path, spoil: Callable[[list[str]], None]
) -> tuple[Path, list[str]]:
    """A file of the data set with three hands, one line of the second changed."""
    texts = [
        text
        for match in judged_games(12)
        if match.result.action in ("HU", "HUANG")
        for text in texts_of(match, Format.DATASET, None)
    ]
    lines = "".join(texts[:3]).split("\n")
    spoil(lines)
    path = tmp_path / "data.txt"
    path.write_text("\n".join(lines))
    return path, lines


def test_the_line_is_told_and_the_next_hand_is_read(tmp_path: Path) -> None:
    at = 0

    def spoil(lines: list[str]) -> None:
        nonlocal at
        second = [number for number, line in enumerate(lines) if line.startswith("Match ")][1]
        at = next(number for number in range(second, len(lines)) if " Play " in lines[number])
        lines[at] = lines[at].rpartition(" ")[0] + " X9"

    path, _ = spoilt_in_the_middle(tmp_path, spoil)
    told: list[str] = []
    account = converted([path], Format.LINES, tmp_path / "out.jsonl", None, told.append)
    assert told == [f"{path}: line {at + 1}: no such tile: X9"]
    assert (account.games, dict(account.skipped)) == (2, {"no such tile": 1})


def test_text_behind_a_hand_is_told_and_the_hand_kept(tmp_path: Path) -> None:
    def spoil(lines: list[str]) -> None:
        score = next(number for number, line in enumerate(lines) if line.startswith("Score "))
        lines.insert(score + 1, "DEBUG: 0.3 s")

    path, lines = spoilt_in_the_middle(tmp_path, spoil)
    told: list[str] = []
    account = converted([path], Format.LINES, tmp_path / "out.jsonl", None, told.append)
    number = lines.index("DEBUG: 0.3 s") + 1
    assert told == [f"{path}: line {number}: after the end of a hand: DEBUG: 0.3 s"]
    assert account.games == 3
