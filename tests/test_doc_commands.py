"""The commands that README and docs show: all are understood, those of some pages are run."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from mj_lab.cli import app, main
from mj_lab.convert.formats import Format, texts_of
from mj_lab.records.formats.course_data import format_hand
from mj_lab.records.hand import hand_of
from mj_lab.records.matches import write_matches
from tests.mj_lab.convert.judged import judged_games

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
# Every command of these is run; what it reads is made first.
RUN = ["docs/notation.md", "docs/formats.md"]


def commands_in(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The commands of `mj` that stand in a block of their own, with their lines."""
    text = path.read_text(encoding="utf-8").replace("\\\n", "  ")
    for number, line in enumerate(text.splitlines(), start=1):
        found = re.match(r" {4}(?:\.venv/bin/)?mj (\S.*)", line)
        if found is not None:
            words = shlex.split(found[1], comments=True)
            if "&" in words or "|" in words:
                words = words[: min(words.index(one) for one in ("&", "|") if one in words)]
            yield number, words


ALL = [(path, line, words) for path in DOCUMENTS for line, words in commands_in(path)]


def understood(words: list[str]) -> None:
    """Parse a command as it would be, without running it; raises what typer raises."""
    command = typer.main.get_command(app)
    context = command.make_context("mj", list(words), resilient_parsing=False)
    while hasattr(command, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        _, command, rest = command.resolve_command(context, rest)
        context = command.make_context(rest[0] if rest else "", list(rest), parent=context)


def test_the_documents_show_many_commands() -> None:
    assert len(ALL) > 60


@pytest.mark.parametrize(
    ("path", "line", "words"), ALL, ids=[f"{path.name}:{line}" for path, line, _ in ALL]
)
def test_a_command_is_understood(
    path: Path, line: int, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for word in words:
        if "/" in word and not word.startswith(("/", "..", "http", "-")):
            Path(word).parent.mkdir(parents=True, exist_ok=True)
    understood([word for word in words if word not in ("...", "[...]")])


@pytest.mark.parametrize("words", [["play", "--nonsense"], ["nonsense"], ["convert", "a"]])
def test_a_command_that_is_none_is_not(words: list[str]) -> None:
    with pytest.raises(typer.TyperException):
        understood(words)


def prepared(folder: Path) -> None:
    """The files that the pages name."""
    fair = [match for match in judged_games(9) if match.result.action in ("HU", "HUANG")][:2]
    data = "\n".join(format_hand(hand_of(match), match) for match in fair)
    (folder / "data.txt").write_text(data, encoding="utf-8")
    for name in ("games.jsonl.gz", "hands.jsonl"):
        write_matches(folder / name, fair)
    write_matches(folder / "flowers.jsonl", judged_games(2, flowers=True, seed="pages"))
    (folder / "folder").mkdir()
    write_matches(folder / "folder" / "more.jsonl", fair)
    converted_zip(folder / "more.zip", fair[0])
    (folder / "live").mkdir()
    (view,) = texts_of(fair[0], Format.SEAT, 0)
    name = "5ff1d3a0c5b5e9001a7d3f60.json"
    (folder / "live" / name).write_text(json.dumps(json.loads(view)), encoding="utf-8")


def converted_zip(path: Path, match: object) -> None:
    from zipfile import ZipFile

    from mj_lab.records.match import Match, to_line

    assert isinstance(match, Match)
    with ZipFile(path, "w") as packed:
        packed.writestr("more.jsonl", to_line(match))


@pytest.mark.parametrize("name", RUN)
def test_the_commands_of_a_page_do_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared(tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = list(commands_in(ROOT / name))
    assert shown
    for line, words in shown:
        given = [one for word in words for one in (sorted(map(str, Path().glob(word))) or [word])]
        if given[0] in ("replay", "review"):
            given += ["--tactic", "odds"]
        monkeypatch.setattr(sys, "argv", ["mj", *given])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert ended.value.code == 0, f"{name}:{line}: {said.err}"
        assert "Traceback" not in said.err
        assert said.out
