"""Prints reference/commands.md: python docs/commands.py > docs/reference/commands.md."""

from __future__ import annotations

import typer
import typer.main
from typer.cli import get_docs_for_click

from mj_lab.cli import app_of

_INTRODUCTION = """\
# Commands

Every command of `mj` with its options, as `mj COMMAND --help` says them. The guide shows their use.
`python docs/commands.py > docs/reference/commands.md` writes this page; a test says when it is old.
"""


def page() -> str:
    """The help of all commands as one page of Markdown."""
    command = typer.main.get_command(app_of())
    context = typer.Context(command, info_name="mj", resilient_parsing=True)
    text = get_docs_for_click(obj=command, ctx=context, name="mj")
    # Its title makes way for ours.
    return _INTRODUCTION + "\n" + text.partition("\n\n")[2].rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
