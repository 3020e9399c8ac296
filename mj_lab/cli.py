"""The command `mj`."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperOption

from mj_bot import __version__
from mj_lab.core.error_text import error_text, printable
from mj_lab.core.extras import BROUGHT_BY, missing_package
from mj_lab.core.records.fetch.people_address import is_record_page
from mj_lab.table.live.secret import refuse_addresses

# The commands at the top by their modules, in the order in which newcomers need them. A command of
# these is there without the others: all take 200 ms.
_TOP = {
    "play": "mj_lab.table.play.terminal.cli",
    "analyze": "mj_lab.explain.analysis.cli",
    "fan": "mj_lab.explain.analysis.cli",
    "explain": "mj_lab.explain.analysis.cli",
    "review": "mj_lab.explain.review.cli",
    "replay": "mj_lab.explain.review.replay.cli",
    "web": "mj_lab.web.server.cli",
    "duel": "mj_lab.measure.arena.cli",
    "league": "mj_lab.measure.arena.cli",
    "new-tactic": "mj_lab.core.new_tactic",
    "quiz": "mj_lab.explain.quiz.cli",
}


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"mj {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """The workshop of mj_bot: Guobiao Mahjong (国标麻将) bots."""


def main() -> None:
    """Run `mj`; bad input ends in one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # Some encodings lack Chinese: then print question marks, not an error.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # A match page's address is not a secret, and `records fetch` takes it.
        words = sys.argv[1:]
        fetching = words[:2] == ["records", "fetch"]
        refuse_addresses([one for one in words if not (fetching and is_record_page(one))])
        command = command_of(words[0] if words and words[0] in _TOP else "")
        code = command(words or ["--help"], prog_name="mj", standalone_mode=False)
    except typer.Abort:
        print("mj: stopped", file=sys.stderr)
        sys.exit(130)
    except typer.TyperException as error:
        message = getattr(error, "format_message", lambda: "")() or str(error)
        asked = getattr(getattr(error, "ctx", None), "command_path", "mj")
        moved = _elsewhere(command, *words[:1])
        _refuse(f"{error_text(message)}{moved} ({asked} --help says more)")
    except ImportError as error:
        name = (error.name or "").partition(".")[0]
        if name not in BROUGHT_BY:
            raise
        _refuse(str(missing_package("this", name, BROUGHT_BY[name])))
    except (ValueError, OSError) as error:
        _refuse((str(error).splitlines() or [type(error).__name__])[0])
    sys.exit(code if isinstance(code, int) else 0)


@cache
def app_of(word: str = "") -> typer.Typer:
    """`mj` with all of its commands, or with those of one module at the top."""
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="markdown")
    app.callback()(_options)
    for module in dict.fromkeys([_TOP[word]] if word else _TOP.values()):
        import_module(module).register(app)
    if not word:
        _add_groups(app)
    return app


@cache
def command_of(word: str = "") -> Any:
    """The same to be called: built once, as it takes 50 ms."""
    command = typer.main.get_command(app_of(word))
    for option in command.params:
        # docs/guide/install.md has these two; the help should fit a screen.
        if isinstance(option, TyperOption) and "completion" in (option.name or ""):
            option.hidden = True
    return command


def _elsewhere(command: Any, word: str = "") -> str:
    """Where a command of this name is, if not at the top."""
    for name, group in command.commands.items():
        if word not in command.commands and word in getattr(group, "commands", {}):
            return f"; there is mj {name} {word}"
    return ""


def _refuse(message: str) -> NoReturn:
    print("mj: " + printable(" ".join(message.split())), file=sys.stderr)
    sys.exit(2)


def _add_groups(app: typer.Typer) -> None:
    from mj_lab.core.records.convert import cli as convert
    from mj_lab.core.records.fetch import cli as fetch
    from mj_lab.core.records.index import cli as index
    from mj_lab.explain.review import cli as review
    from mj_lab.learn.advantages import changes_cli as changes
    from mj_lab.learn.advantages import cli as advantages
    from mj_lab.learn.dataset import cli as dataset
    from mj_lab.learn.fit import cli as fit
    from mj_lab.learn.fit.forecast.cli import register_forecast
    from mj_lab.learn.fit.worlds.cli import register_worlds
    from mj_lab.learn.training import cli as learn
    from mj_lab.measure.arena import cli as arena
    from mj_lab.measure.arena import gate_cli as gate
    from mj_lab.measure.check import cli as check
    from mj_lab.measure.tune import cli as tune
    from mj_lab.research import adapt_cli as adapt
    from mj_lab.research import reward_cli as reward
    from mj_lab.table.live import cli as live
    from mj_lab.table.play import cli as people

    for name, meaning, registers in (
        (
            "records",
            "Files of games: convert, index, fetch; notations of hands.",
            (convert.register, index.register, fetch.register),
        ),
        (
            "arena",
            "Strength: list tactics, compare runs, tune, score yourself.",
            (arena.register_rest, tune.register, people.register),
        ),
        (
            "check",
            "Is it right? Records, legal actions, figures, mangled inputs.",
            (check.register, review.register_calibrate, register_forecast, register_worlds),
        ),
        ("live", "Play on Botzone from here, or on a fake one.", (live.register,)),
    ):
        group = typer.Typer(help=meaning)
        for register in registers:
            register(group)
        app.add_typer(group, name=name)
    for room in (gate, advantages, changes, reward, adapt, fit, dataset):
        room.register(learn.learn_app)
    learn.register(app)
