"""The command `mj learn changes`; heavy imports wait until it runs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.files import check_output, write_whole
from mj_lab.core.options import Force, Jobs, Seed, folder_to_write
from mj_lab.core.stopping import stopped_in_a_line
from mj_lab.learn.settings import setting, settings_help, with_settings
from mj_lab.learn.training.learn_options import Changes

_FIGURES = "changes.json"


@dataclass(frozen=True)
class ChangesOptions:
    """How it searches, and how much it shows."""

    margin: float | None = setting(None, "points; none is the model's own", least=0)
    examples: int = setting(12, "how many to show", least=0)


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(ChangesOptions()))(changes)


def _wanted_folder(path: Path | None) -> Path | None:
    return None if path is None else folder_to_write(path)


def changes(
    model: Annotated[
        Path, typer.Argument(help="A .mjw of mj learn advantages fit or mj learn run gradient.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 400,
    seed: Seed = "0",
    settings: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            callback=_wanted_folder,
            help="Where to write: a folder for examples that mj explain opens, or JSON.",
        ),
    ] = None,
    force: Force = False,
    jobs: Jobs = 1,
) -> None:
    """Show which decisions of odds a model changes, when, and by how many points.

    It plays games with the model in all seats, and compares each decision with that of odds. The
    examples are the largest changes of each kind.
    """
    from mj_bot.learned.model import model_of
    from mj_bot.nets.weights_file import read_weights
    from mj_lab.learn.advantages.changes_choices import choices_in_play
    from mj_lab.learn.advantages.changes_counts import counted
    from mj_lab.learn.advantages.changes_examples import changed_examples
    from mj_lab.learn.advantages.changes_text import change_lines

    options = with_settings(ChangesOptions(), settings)
    if out is not None and out.exists():
        check_output(out / _FIGURES, force)
    advantage_model = model_of(read_weights(str(model)))
    player = f"learned@weights={model}"
    if options.margin is not None:
        player = f"{player},margin={options.margin:g}"
        advantage_model = advantage_model._replace(margin=options.margin)

    def watch(played: int) -> None:
        _tell(f"{played:,} of {games:,} games")

    with stopped_in_a_line(lambda: "interrupted"):
        decided = choices_in_play(player, advantage_model, games, seed, jobs, watch)
        figures = {"player": player, "seed": seed, **counted(decided, advantage_model, games)}
        figures["examples"] = changed_examples(decided, player, seed, options.examples, out)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / _FIGURES, json.dumps(figures, ensure_ascii=False) + "\n")
    print("\n".join(change_lines(figures)))


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
