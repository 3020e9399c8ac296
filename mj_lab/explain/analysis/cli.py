"""The commands `mj analyze`, `mj fan` and `mj explain`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from mj_lab.core.options import ADVISER, AsJson, AsNotation, At, Seat, TacticName, wind_of
from mj_lab.core.text.fan_table import FanEntry
from mj_lab.core.text.notation import Notation

_Parsed = TypeVar("_Parsed")

_NOTATION = """A hand is written W123 B4567 T88 F11 J2, or 123m 4567p 88s 11z 6z, or 一二三万 东东,
mixed as one likes. W or m are characters 万, B or p dots 饼, T or s bamboos 条; F1-F4 or 1z-4z the
winds East to North; J1-J3 the red, green and white dragon, 5z white, 6z green, 7z red. Melds stand
in brackets: [W123], [555p], [F1111 concealed], [暗杠 东], or as on the wire, [CHI W2]. With 14
tiles the last one is taken as drawn. docs/reference/notation.md has all of it."""
_WON = f"""--won: self-drawn 自摸, not claimed; last-copy 和绝张, all see the three others;
replacement 杠上开花, drawn after an own kong; robbing 抢杠和, another seat adds it to its pung;
last-tile 妙手回春 or 海底捞月, no wall is left after it. {_NOTATION}"""
_OwnSeat = Annotated[
    int, typer.Option("--seat", parser=wind_of, metavar="WIND", show_default="E", help="The seat.")
]
_OwnWind = Annotated[
    int,
    typer.Option(
        "--wind", parser=wind_of, metavar="WIND", show_default="E", help="The prevalent wind."
    ),
]


def register(app: typer.Typer) -> None:
    """Add `analyze`, `fan` and `explain` to the command."""
    app.command(epilog=_NOTATION)(analyze)
    app.command(epilog=_WON)(fan)
    app.command()(explain)


def analyze(
    hand: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="13 or 14 tiles, such as W123 B4567 T88 F11 J23."),
    ],
    seen: Annotated[str, typer.Option(help="Tiles visible elsewhere: fewer copies are left.")] = "",
    seat: _OwnSeat = 0,
    wind: _OwnWind = 0,
    turn: Annotated[int | None, typer.Option(help="Own draws so far, 1-21.")] = None,
    tactic: Annotated[str | None, typer.Option(help="The tactic to ask.")] = None,
    notation: AsNotation = Notation.LETTERS,
    as_json: AsJson = False,
) -> None:
    """How good is this hand, and what should it discard or claim?"""
    from mj_lab.core.game.players import tactic_of
    from mj_lab.core.text.hands import parse_hand, parse_tiles
    from mj_lab.explain.analysis.hand_analysis import study
    from mj_lab.explain.analysis.state_from_hand import situation

    written, elsewhere = (
        _parsed("hand", parse_hand, " ".join(hand)),
        _parsed("--seen", parse_tiles, seen),
    )
    where = situation(written, seat, wind, turn, elsewhere)
    name = tactic or ADVISER
    hand_study = study(where, tactic_of(name), name)
    if as_json:
        typer.echo(json.dumps(hand_study, ensure_ascii=False))
        return
    from rich.console import Console

    from mj_lab.explain.analysis.hand_analysis_text import print_study

    print_study(Console(), hand_study, notation)


def fan(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="A complete hand of 14 tiles, such as 123m 456m 789m 55p 23s 4s. Or a fan's name.",
        ),
    ],
    tile: Annotated[
        str, typer.Option(help="The winning tile; by default the one written last.")
    ] = "",
    won: Annotated[
        str, typer.Option(metavar="WORD,WORD", help="How it was won, by the words below.")
    ] = "",
    seat: _OwnSeat = 0,
    wind: _OwnWind = 0,
    calculator: Annotated[
        str,
        typer.Option(
            metavar="judge|mahjonggb",
            help="Whose count, where they differ: a wait inside a Knitted Straight 组合龙.",
        ),
    ] = "judge",
    notation: AsNotation = Notation.LETTERS,
    as_json: AsJson = False,
) -> None:
    """What is a complete hand worth? Fans, points, every way to read it. Or: what is this fan?

    mj fan "Mixed Triple Chow" and mj fan 三色三同顺 show what a fan is, with an example.
    """
    named_fan = _named_fan(" ".join(hand))
    if named_fan is not None:
        _show_fan(named_fan, notation, as_json)
        return
    from mj_lab.core.text.hands import parse_hand, parse_tiles
    from mj_lab.explain.analysis.complete_hand.fan_study import CALCULATORS, fan_study

    written, named = (
        _parsed("hand", parse_hand, " ".join(hand)),
        _parsed("--tile", parse_tiles, tile),
    )
    if len(named) > 1:
        raise ValueError(f"--tile: expected one tile, found {len(named)}")
    if calculator not in CALCULATORS:
        raise ValueError(
            f"--calculator: expected {' or '.join(CALCULATORS)}, found {calculator!r:.40}"
        )
    counted = fan_study(written, named[0] if named else None, _flags(won), seat, wind, calculator)
    if as_json:
        typer.echo(json.dumps(counted, ensure_ascii=False))
        return
    from rich.console import Console

    from mj_lab.explain.analysis.complete_hand.fan_text import print_fan_study

    print_fan_study(Console(), counted, notation)


def _named_fan(text: str) -> FanEntry | None:
    """The fan that a text names; None if the text is a hand.

    Raises ValueError, one line, for a text that is not a hand but close to a fan's name.
    """
    from mj_lab.core.text.fan_table import fans_like, find_fan
    from mj_lab.core.text.hands import parse_hand
    from mj_lab.core.text.tile_reader import NotationError

    fan_entry = find_fan(text)
    near = [] if fan_entry is not None else fans_like(text)
    if not near:
        return fan_entry
    try:
        parse_hand(text)
    except NotationError:
        names = ", ".join(f"{entry.english} {entry.name}" for entry in near)
        raise ValueError(f"no fan {text!r:.60}; near it: {names}") from None
    return None


def _show_fan(entry: FanEntry, notation: Notation, as_json: bool) -> None:
    from rich.console import Console

    from mj_lab.explain.analysis.complete_hand.fan_entry import fan_entry_row, print_fan_entry

    if as_json:
        typer.echo(json.dumps(fan_entry_row(entry), ensure_ascii=False))
        return
    print_fan_entry(Console(), entry, notation)


def explain(
    file: Annotated[Path, typer.Argument(help="A recorded request (JSON), or a match file.")],
    tactic: TacticName = ADVISER,
    seat: Seat = None,
    at: At = None,
    notation: AsNotation = Notation.LETTERS,
    as_json: AsJson = False,
) -> None:
    """How does a tactic value every candidate of a decision?"""
    from rich.console import Console

    from mj_lab.explain.analysis.explain import explain_file, print_explanation

    explanation = explain_file(file, tactic, seat, at)
    if as_json:
        print(json.dumps(explanation.as_json(), ensure_ascii=False))
        return
    print_explanation(Console(), explanation, notation)


def _flags(won: str) -> list[str]:
    """The flags of `--won`. Raises ValueError, one line, for an unknown word."""
    from mj_lab.explain.analysis.complete_hand.fan_study import FLAGS

    flags = [word.strip() for word in won.split(",") if word.strip()]
    for word in flags:
        if word not in FLAGS:
            raise ValueError(f"--won: expected {', '.join(FLAGS)}, found {word!r:.40}")
    return flags


def _parsed(name: str, parse: Callable[[str], _Parsed], text: str) -> _Parsed:
    """Parse an argument. Raises ValueError, which names the argument, if that fails."""
    from mj_lab.core.text.tile_reader import NotationError

    try:
        return parse(text)
    except NotationError as error:
        raise ValueError(f"{name}: {error}") from None
