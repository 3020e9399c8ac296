"""What is built plays: broken tactics are refused with their place, sound ones are built."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from mj_bot.botzone.answer import faults_of
from tests.documents import ROOT
from tests.rehearsal.broken import BROKEN, Broken
from tests.rehearsal.sound import SOUND, Sound, subclass

OWN_DRAW = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"],
    "responses": ["PASS", "PASS"],
}


def handin(*arguments: object, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "handin.py", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def cases(found: Mapping[str, Broken | Sound], fast: Collection[str]) -> list[Any]:
    """Each as a parameter. All but some are thorough, of those that play every game many slow."""
    return [
        pytest.param(one, id=name, marks=() if name in fast else seldom(one))
        for name, one in found.items()
    ]


def seldom(one: Broken | Sound) -> pytest.MarkDecorator:
    is_long = isinstance(one, Sound) or one.whole
    return pytest.mark.slow if is_long else pytest.mark.thorough


@pytest.mark.parametrize(
    "broken",
    cases(BROKEN, ("sleeps", "loading raises", "300 MB", "prints", "no Python", "no class")),
)
def test_what_does_not_work_is_not_built(tmp_path: Path, broken: Broken) -> None:
    file = tmp_path / "mine.py"
    file.write_text(broken.text)
    options = [] if broken.whole else ["--quick"]
    done = handin("--tactic", file, "-o", tmp_path / "mine.pyz", *options)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    *waiting, line = done.stderr.splitlines()  # A busy machine makes the build say that it waits.
    assert all(said.startswith("waiting for mine ") for said in waiting), done.stderr
    assert line.startswith("handin: ") and broken.said in line, line
    assert not list(tmp_path.glob("*.pyz*"))
    if broken.line:
        named = re.search(r"mj_bot/tactics/mine\.py, line (\d+)", line)
        assert named, line
        assert broken.line in broken.text.splitlines()[int(named[1]) - 1], line
    else:
        assert "mine" in line


@pytest.mark.parametrize(
    "sound", cases(SOUND, ("the report's", "of learned", "own json", "a class elsewhere"))
)
def test_what_works_is_built_and_plays(tmp_path: Path, sound: Sound) -> None:
    if sound.source == subclass("expectimax"):  # Which else thinks until its turn is over.
        sound = sound._replace(spec="mine.py@seconds=0.02")
    build(tmp_path, sound, "--quick")
    empty = tmp_path / "empty"
    empty.mkdir()
    shutil.move(tmp_path / "mine.pyz", empty)
    lines = subprocess.run(
        [sys.executable, "mine.pyz"],
        cwd=empty,
        input=json.dumps(OWN_DRAW).encode(),
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    answer = json.loads(lines[0])
    assert answer["response"].split()[0] in ("PLAY", "GANG"), answer
    assert faults_of(answer["debug"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUND)
def test_what_works_passes_the_whole_rehearsal(tmp_path: Path, name: str) -> None:
    build(tmp_path, SOUND[name])


def build(folder: Path, sound: Sound, *options: str) -> None:
    (folder / "mine.py").write_text(sound.source, encoding="utf-8")
    if sound.prepare is not None:
        sound.prepare(folder)
    words = ("--tactic", sound.spec, "-o", folder / "mine.pyz", *sound.options, *options)
    done = handin(*words, folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nrehearsed: " in done.stdout
    for name in sound.options[1::2]:
        assert f"\nimports {name}, which Botzone is said to have\n" in done.stdout
