"""Every option of every command: one name, one type, one meaning."""

import re
from collections import defaultdict
from typing import Any, get_args, get_origin

import pytest
import typer
import typer.main

from mj_lab.cli import app_of
from mj_lab.core.options import engine_and_address, outputs_of, seed_number, walls_of, wind_of
from tests.command import mj


def commands(group: Any = None, words: str = "mj") -> dict[str, Any]:
    """Every command by its words; of a group that does something itself, that too."""
    one = group or typer.main.get_command(app_of())
    if not hasattr(one, "commands"):
        return {words: one}
    found = {words: one} if one.params else {}
    for name, below in one.commands.items():
        found.update(commands(below, f"{words} {name}"))
    return found


def options() -> dict[str, list[tuple[str, Any]]]:
    """By its long name, every option with the command that has it."""
    found = defaultdict(list)
    for words, command in commands().items():
        for one in command.params:
            if one.param_type_name == "option":
                found[max(one.opts, key=len)].append((words, one))
    return found


SHARED = {name: uses for name, uses in options().items() if len(uses) > 1}


def type_of(option: Any) -> Any:
    """Of one value, where it may be repeated."""
    annotation = option.type_descriptor.annotation
    return get_args(annotation)[0] if get_origin(annotation) is list else annotation


@pytest.mark.parametrize("name", sorted(SHARED))
def test_a_name_has_one_type_and_one_meaning(name: str) -> None:
    spelt = {tuple(option.opts) for _, option in SHARED[name]}
    assert len(spelt) == 1, spelt
    meanings = defaultdict(list)
    for words, option in SHARED[name]:
        meaning = re.split(r"[.;:]", option.help or "")[0]
        meanings[type_of(option), meaning].append(words)
    assert len(meanings) == 1, dict(meanings)


def test_no_meaning_has_two_names() -> None:
    names = {name for uses in options().values() for _, one in uses for name in one.opts}
    gone = "--output --save --html --report --plot --db --log --address --wall-seed --clock"
    assert not names & set(gone.split())


def test_the_help_fits_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = mj()
    assert (done.returncode, done.stderr) == (0, "") and "Usage" in done.stdout
    assert len(done.stdout.splitlines()) < 30
    named = re.findall(r"^│ ([a-z]+)  ", done.stdout, re.MULTILINE)
    first = ["play", "analyze", "fan", "explain", "review", "replay", "web", "duel", "league"]
    assert named == [*first, "quiz", "records", "arena", "check", "live", "learn"]


def test_winds_walls_seeds_and_engines() -> None:
    assert [wind_of(word) for word in "ESWN0123"] == [0, 1, 2, 3] * 2
    assert walls_of("12") == 12 and str(walls_of("12.txt")) == "12.txt"
    assert seed_number("12") == 12
    assert engine_and_address("ray@a:1@b") == ("ray", "a:1@b")
    assert outputs_of(None) == (None, None, None)
    for bad in ("X", "4", ""):
        with pytest.raises(typer.BadParameter):
            wind_of(bad)
