"""The commands `mj learn data ...`; heavy imports wait until a command runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.core.options import AsJson, Jobs, Seed

if TYPE_CHECKING:
    from mj_lab.learn.dataset.making import GameSource
    from mj_lab.learn.dataset.manifest import Manifest

Folder = Annotated[Path, typer.Argument(help="The folder of a data set.")]
Sources = Annotated[
    list[Path] | None,
    typer.Argument(metavar="SOURCE...", help="Records: files, or folders of them."),
]
OutFolder = Annotated[Path, typer.Option("-o", "--out", help="Where to write: a folder.")]

dataset_app = typer.Typer(help="Data sets: examples of decisions from records and self-play.")


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(dataset_app, name="data")


@dataset_app.command()
def make(
    out: OutFolder,
    sources: Sources = None,
    self_play: Annotated[
        str | None,
        typer.Option(metavar="PLAYERS", help="Play games of: odds,odds@pass_bonus=0.2,..."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games; of self-play.")] = 1000,
    seed: Seed = "0",
    engine: Annotated[str, typer.Option(help="Where to play: fast, local, ray@ADDRESS.")] = "fast",
    jobs: Jobs = 1,
    values: Annotated[
        bool,
        typer.Option("--values", help="Store the value that odds gives to every legal action."),
    ] = False,
    shard_games: Annotated[int, typer.Option(min=1, help="Games a file.")] = 2000,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="Only these: winners, result=HU, fan=24, level=NAME, player=NAME; repeatable.",
        ),
    ] = None,
    loading: Annotated[
        str | None, typer.Option(help="For records: the tactic whose `loading` sees every action.")
    ] = None,
    parts: Annotated[
        str, typer.Option(help="Parts of the deals to train, validate and test on.")
    ] = "8:1:1",
) -> None:
    """Make a data set from records or self-play; the same command resumes."""
    from mj_lab.learn.dataset.filters import filters_of
    from mj_lab.learn.dataset.making import make as make_dataset

    if bool(sources) == (self_play is not None):
        raise ValueError("give records to read, or --self-play, and not both")
    filters, split = filters_of(only or ()), _split_of(parts)
    source: GameSource
    if self_play is None:
        from mj_lab.learn.dataset.sources import Records

        source = Records(sources or [], loading)
    else:
        from mj_lab.learn.dataset.self_play import SelfPlay

        players = tuple(self_play.split(","))
        source = SelfPlay(players, games, seed, engine, values, jobs)
        source.check()
    try:
        manifest = make_dataset(out, source, filters, shard_games, _watch, split)
    except KeyboardInterrupt:
        print(f"mj: stopped; the same command resumes {out}", file=sys.stderr)
        raise typer.Exit(130) from None  # The exit code of shells for Ctrl-C.
    print(f"{out}: {manifest.games} games, {manifest.decisions} decisions")
    for reason, count in manifest.left_out.items():
        print(f"left out: {count} games: {reason}")


def _split_of(text: str) -> tuple[int, int, int]:
    parts = [int(part) if part.isascii() and part.isdigit() else -1 for part in text.split(":")]
    if len(parts) != 3 or min(parts) < 0 or not parts[0] or sum(parts) > 1000:
        raise ValueError(f"--parts gives train, valid and test, as 7:1:0, not {text:.40}")
    train, valid, test = parts
    return train, valid, test


def _watch(manifest: Manifest, end: int | None) -> None:
    """Show the progress on the terminal."""
    if sys.stderr.isatty():
        of = f" of {end}" if end is not None else ""
        items = f"{len(manifest.shards)}{of} shards, {manifest.decisions} decisions"
        print(f"\r{items}", end="", file=sys.stderr, flush=True)
        if len(manifest.shards) == end:
            print(file=sys.stderr)


@dataset_app.command()
def info(
    folder: Folder,
    as_json: AsJson = False,
) -> None:
    """Show the origin and the contents of a data set."""
    from mj_lab.learn.dataset.manifest import read_manifest

    manifest = read_manifest(folder)
    if as_json:
        print(json.dumps(manifest.as_json(), ensure_ascii=False))
        return
    _print_info(folder, manifest)


def _print_info(folder: Path, manifest: Manifest) -> None:
    state = "complete" if manifest.complete else "not finished"
    print(f"{folder}: {manifest.games} games, {manifest.decisions} decisions, {state}")
    begun = manifest.unfinished
    print(
        f"  {len(manifest.shards)} shards" + (f", {begun.games} games of another" if begun else "")
    )
    for title, items in (("made from", manifest.settings), ("versions", manifest.versions)):
        described = [
            f"{name} {_shown(value)}" for name, value in items.items() if value not in ({}, [])
        ]
        print(f"  {title}: {'; '.join(described)}")
    for reason, count in manifest.left_out.items():
        print(f"  left out: {count} games: {reason}")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@dataset_app.command()
def check(folder: Folder) -> None:
    """Check every shard and replay every game; list the faults.

    Rerun the command that made the data set to replace broken shards.
    """
    from mj_lab.learn.dataset.checking import damaged_shards
    from mj_lab.learn.dataset.manifest import read_manifest

    broken = 0
    for entry, fault in damaged_shards(folder):
        if fault:
            broken += 1
            print(fault)
        else:
            print(f"{entry.file}: {entry.games} games, {entry.decisions} decisions, whole")
    if not read_manifest(folder).complete:
        print(f"{folder}: not finished: rerun the command that made it")
    if broken:
        raise typer.Exit(1)
