"""The commands `mj analyze`, `mj fan` and `mj hand`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from mj_lab.text.notation import Notation

_Parsed = TypeVar("_Parsed")

_WINDS = {"E": 0, "S": 1, "W": 2, "N": 3, "东": 0, "南": 1, "西": 2, "北": 3}

_NOTATION = """A hand is written W123 B4567 T88 F11 J2, or 123m 4567p 88s 11z 6z, or 一二三万 东东,
mixed as one likes. W or m are characters 万, B or p dots 饼, T or s bamboos 条; F1-F4 or 1z-4z the
winds East to North; J1-J3 the red, green and white dragon, 5z white, 6z green, 7z red. Melds stand
in brackets: [W123], [555p], [F1111 concealed], [暗杠 东], or as on the wire, [CHI W2]. With 14
tiles the last one is taken as drawn. docs/notation.md tells all of it."""
_AsNotation = Annotated[Notation, typer.Option(help="How tiles are written in what is printed.")]


def register(app: typer.Typer) -> None:
    """Add `analyze`, `fan` and `hand` to the command."""
    app.command(epilog=_NOTATION)(analyze)
    app.command(epilog=_NOTATION)(fan)
    app.command(epilog=_NOTATION)(hand)


def analyze(
    hand: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="13 or 14 tiles, as W123 B4567 T88 F11 J23."),
    ],
    seen: Annotated[str, typer.Option(help="Tiles that lie elsewhere: fewer copies left.")] = "",
    seat: Annotated[str, typer.Option(help="Own seat: E, S, W, N or 0-3.")] = "E",
    wind: Annotated[str, typer.Option(help="Prevalent wind: E, S, W, N or 0-3.")] = "E",
    turn: Annotated[int | None, typer.Option(help="Own draws so far, 1-21.")] = None,
    tactic: Annotated[str | None, typer.Option(help="Whose values are shown.")] = None,
    top: Annotated[int, typer.Option(min=0, help="Rows of long tables; 0 for all.")] = 14,
    quick: Annotated[
        bool, typer.Option(help="By the network which_discard alone, without a search.")
    ] = False,
    notation: _AsNotation = Notation.LETTERS,
    json: Annotated[bool, typer.Option("--json", help="Print the study as JSON.")] = False,
) -> None:
    """How good is this hand, and what should it discard or claim?"""
    from mj_bot import tactics
    from mj_lab.analysis.quick import quick_tactic
    from mj_lab.analysis.situation import situation
    from mj_lab.analysis.study import study
    from mj_lab.text.hands import parse_hand, parse_tiles

    if quick and tactic is not None:
        raise ValueError("--quick is the network's own opinion: it takes no --tactic")
    written, elsewhere = (
        _parsed("hand", parse_hand, " ".join(hand)),
        _parsed("--seen", parse_tiles, seen),
    )
    where = situation(written, _wind("seat", seat), _wind("wind", wind), turn, elsewhere)
    if quick:
        found = study(where, quick_tactic(), "which_discard", quick=True)
    else:
        name = tactic or tactics.DEFAULT
        found = study(where, tactics.load(name, seed=0), name)
    if json:
        from json import dumps

        typer.echo(dumps(found, ensure_ascii=False))
        return
    from rich.console import Console

    from mj_lab.analysis.study_text import print_study

    print_study(Console(), found, top, notation)


def fan(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...", help="A complete hand, as W123 W456 W789 B55 T23 T4: 14 tiles."
        ),
    ],
    tile: Annotated[
        str, typer.Option(help="The tile that wins; if not given, the one written last.")
    ] = "",
    self_drawn: Annotated[
        bool, typer.Option("--self-drawn", help="自摸: drawn, not claimed.")
    ] = False,
    last_copy: Annotated[
        bool, typer.Option("--last-copy", help="和绝张: the three others are seen by all.")
    ] = False,
    replacement: Annotated[
        bool, typer.Option("--replacement", help="杠上开花: drawn after an own kong.")
    ] = False,
    robbing: Annotated[
        bool, typer.Option("--robbing", help="抢杠和: another seat adds it to its pung.")
    ] = False,
    last_tile: Annotated[
        bool, typer.Option("--last-tile", help="妙手回春, 海底捞月: no wall is left after it.")
    ] = False,
    seat: Annotated[str, typer.Option(help="Own seat: E, S, W, N or 0-3.")] = "E",
    wind: Annotated[str, typer.Option(help="Prevalent wind: E, S, W, N or 0-3.")] = "E",
    notation: _AsNotation = Notation.LETTERS,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """What is a complete hand worth? Its fans, its points, every way to read it."""
    from mj_lab.analysis.complete_hand.fan_study import FLAGS, fan_study
    from mj_lab.text.hands import parse_hand, parse_tiles

    written, named = (
        _parsed("hand", parse_hand, " ".join(hand)),
        _parsed("--tile", parse_tiles, tile),
    )
    if len(named) > 1:
        raise ValueError(f"--tile: expected one tile, found {len(named)}")
    given = zip(FLAGS, (self_drawn, last_copy, replacement, robbing, last_tile), strict=True)
    found = fan_study(
        written,
        named[0] if named else None,
        [flag for flag, is_so in given if is_so],
        _wind("seat", seat),
        _wind("wind", wind),
    )
    if json:
        from json import dumps

        typer.echo(dumps(found, ensure_ascii=False))
        return
    from rich.console import Console

    from mj_lab.analysis.complete_hand.fan_text import print_fan_study

    print_fan_study(Console(), found, notation)


def hand(
    tiles: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="A hand in any notation, quoted or not.")
    ],
    notation: Annotated[
        Notation | None, typer.Option(help="Only in this one, for programs to read.")
    ] = None,
) -> None:
    """How is this hand written in the other notations?"""
    from mj_lab.text.hands import hand_text, parse_hand

    written = _parsed("hand", parse_hand, " ".join(tiles))
    if notation is not None:
        print(hand_text(written, notation))
        return
    for each in Notation:
        print(f"{each.value:8} {hand_text(written, each)}")


def _parsed(name: str, parse: Callable[[str], _Parsed], text: str) -> _Parsed:
    """What an argument says; if it says nothing, a ValueError that names the argument."""
    from mj_lab.text.tile_reader import NotationError

    try:
        return parse(text)
    except NotationError as error:
        raise ValueError(f"{name}: {error}") from None


def _wind(option: str, text: str) -> int:
    """A wind by its letter or number."""
    if text.upper() in _WINDS:
        return _WINDS[text.upper()]
    if text in tuple("0123"):
        return int(text)
    raise ValueError(f"--{option}: expected E, S, W, N or 0-3, found {text!r:.40}")
