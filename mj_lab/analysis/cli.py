"""The command `mj analyze`."""

from __future__ import annotations

from typing import Annotated

import typer

_WINDS = {"E": 0, "S": 1, "W": 2, "N": 3, "东": 0, "南": 1, "西": 2, "北": 3}

_NOTATION = """A hand is written by suits, W123 B4567 T88 F11 J2, or tile by tile, W1 W2 W3.
W are characters 万, B dots 饼, T bamboos 条, F1-F4 the winds East to North, J1-J3 the red, green
and white dragon. Melds stand in brackets: [W123], [B555], [F1111], [F1111 concealed], or as on
the wire, [CHI W2]. With 14 tiles the last one is taken as drawn."""


def register(app: typer.Typer) -> None:
    """Add `analyze` and `fan` to the command."""
    app.command(epilog=_NOTATION)(analyze)
    app.command(epilog=_NOTATION)(fan)


def analyze(
    hand: Annotated[str, typer.Argument(help='13 or 14 tiles, as "W123 B4567 T88 F11 J23".')],
    seen: Annotated[str, typer.Option(help="Tiles that lie elsewhere: fewer copies left.")] = "",
    seat: Annotated[str, typer.Option(help="Own seat: E, S, W, N or 0-3.")] = "E",
    wind: Annotated[str, typer.Option(help="Prevalent wind: E, S, W, N or 0-3.")] = "E",
    turn: Annotated[int | None, typer.Option(help="Own draws so far, 1-21.")] = None,
    tactic: Annotated[str | None, typer.Option(help="Whose values are shown.")] = None,
    top: Annotated[int, typer.Option(min=0, help="Rows of long tables; 0 for all.")] = 14,
    quick: Annotated[
        bool, typer.Option(help="By the network which_discard alone, without a search.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the study as JSON.")] = False,
) -> None:
    """How good is this hand, and what should it discard or claim?"""
    from mj_bot import tactics
    from mj_lab.analysis.hands import NotationError, parse_hand, parse_tiles
    from mj_lab.analysis.quick import quick_tactic
    from mj_lab.analysis.situation import situation
    from mj_lab.analysis.study import study

    if quick and tactic is not None:
        raise ValueError("--quick is the network's own opinion: it takes no --tactic")

    try:
        written = parse_hand(hand)
    except NotationError as error:
        raise ValueError(f"hand: {error}") from None
    try:
        elsewhere = parse_tiles(seen)
    except NotationError as error:
        raise ValueError(f"--seen: {error}") from None
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

    print_study(Console(), found, top)


def fan(
    hand: Annotated[
        str, typer.Argument(help='A complete hand, as "W123 W456 W789 B55 T23 T4": 14 tiles.')
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
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """What is a complete hand worth? Its fans, its points, every way to read it."""
    from mj_lab.analysis.complete_hand.fan_study import FLAGS, fan_study
    from mj_lab.analysis.hands import NotationError, parse_hand, parse_tiles

    try:
        written = parse_hand(hand)
    except NotationError as error:
        raise ValueError(f"hand: {error}") from None
    try:
        named = parse_tiles(tile)
    except NotationError as error:
        raise ValueError(f"--tile: {error}") from None
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

    print_fan_study(Console(), found)


def _wind(option: str, text: str) -> int:
    """A wind by its letter or number."""
    if text.upper() in _WINDS:
        return _WINDS[text.upper()]
    if text in tuple("0123"):
        return int(text)
    raise ValueError(f"--{option}: expected E, S, W, N or 0-3, found {text!r:.40}")
