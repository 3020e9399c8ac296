"""The tiles as SVG symbols, drawn for this project; no text, so they need no font.

A tile is 60 by 80. Characters and winds are strokes in a square of 100, figures and letters in a
box of 50 by 80. Colours are CSS variables (`--tile-ink` and so on), so that a page's theme can set
them. The variable `--digits`, 1 or 0, shows or hides the small figures in the corners.
"""

from __future__ import annotations

from mj_bot.tiles import ALL_CODES, FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS, number_of

BACK = "back"

_NUMERALS = (
    "M10 54Q50 46 90 52",
    "M24 30Q50 26 76 28M8 76Q50 70 92 74",
    "M18 20Q50 16 82 18M26 50Q50 46 74 48M8 84Q50 78 92 82",
    "M16 24V86M16 24H84V86M39 24Q40 52 25 64M60 24V54Q60 60 67 60H76M16 80H84",
    "M16 16Q50 13 84 15M47 16L36 84M24 49H73L69 84M6 85Q50 81 94 84",
    "M48 6L56 22M8 38Q50 33 92 36M36 54Q30 74 10 92M62 54Q74 70 90 92",
    "M8 48Q50 42 92 36M46 8V72Q46 86 58 86H78Q90 86 90 68",
    "M38 24Q36 62 8 88M58 16Q64 62 94 88",
    "M12 38H66V74Q66 87 78 87Q91 87 91 70M40 8Q42 62 8 90",
)
_WAN = "M8 16Q50 12 92 15M42 16Q42 66 10 92M39 44H80Q80 78 71 88Q66 92 56 84"
_WINDS = (
    "M12 22Q50 18 88 20M46 4Q38 30 20 48H82M54 32V84Q54 95 42 91"
    "M31 61Q25 76 10 87M69 61Q80 72 91 86",
    "M12 20Q50 17 88 19M50 5V38M17 38V94M17 38H83V84Q83 94 72 91"
    "M37 46L43 56M63 46L57 56M33 62H67M29 76H71M50 62V92",
    "M8 15Q50 12 92 14M17 38H83V91H17ZM17 84H83M40 15V50Q38 64 26 68M60 15V58Q60 66 68 66H76",
    "M38 8V90M10 40H38M6 82Q24 76 38 68M62 8V76Q62 88 73 88H82Q93 88 93 68M90 30Q78 44 62 50",
)
_MIDDLE = "M16 30H84V62H16ZM50 5V97"
_FORTUNE = (
    "M30 14Q28 30 21 40H88M50 8Q46 66 8 94M42 58H76Q66 82 32 94M44 60Q60 84 94 93M66 10L80 24"
)

_DIGITS = (
    "M10 22L28 8V73",
    "M8 24Q8 7 25 7Q42 7 42 23Q42 38 8 73H44",
    "M9 8H41L24 32Q44 32 44 53Q44 74 24 74Q9 74 6 61",
    "M34 74V7L4 54H47",
    "M41 8H13L9 37Q16 31 26 31Q45 31 45 52Q45 74 25 74Q10 74 6 62",
    "M40 8Q8 22 8 52Q8 74 25 74Q43 74 43 54Q43 35 26 35Q12 35 8 50",
    "M6 8H45Q24 40 20 74",
    "M25 37Q9 34 9 22Q9 7 25 7Q41 7 41 22Q41 34 25 37Q6 40 6 56Q6 74 25 74Q44 74 44 56Q44 40 25 37",
    "M42 30Q38 46 25 46Q7 46 7 26Q7 7 25 7Q42 7 42 28Q42 58 10 73",
)
_LETTERS = (
    "M42 8H10V73H42M10 39H36",
    "M41 18Q37 7 25 7Q8 7 8 23Q8 37 25 40Q43 43 43 57Q43 74 25 74Q10 74 6 61",
    "M1 8L13 73L25 26L37 73L49 8",
    "M8 73V8L42 73V8",
)

_LEFT, _MID, _RIGHT = 16, 30, 44
# The dots of each number: x, y, colour.
_RED, _GREEN, _BLUE = "red", "green", "blue"
_DOT_PLACES: tuple[tuple[tuple[float, float, str], ...], ...] = (
    (),
    ((30, 21, _GREEN), (30, 59, _BLUE)),
    ((14, 16, _BLUE), (30, 40, _RED), (46, 64, _GREEN)),
    ((17, 20, _BLUE), (43, 20, _GREEN), (17, 60, _GREEN), (43, 60, _BLUE)),
    ((15, 17, _BLUE), (45, 17, _GREEN), (30, 40, _RED), (15, 63, _GREEN), (45, 63, _BLUE)),
    (
        *((x, 16, _GREEN) for x in (18, 42)),
        *((x, y, _RED) for y in (42, 65) for x in (18, 42)),
    ),
    (
        (12, 12, _GREEN),
        (30, 20, _GREEN),
        (48, 28, _GREEN),
        *((x, y, _RED) for y in (48, 68) for x in (18, 42)),
    ),
    tuple((x, y, _BLUE) for y in (12, 30.5, 49, 67.5) for x in (18, 42)),
    tuple(
        (x, y, colour)
        for y, colour in ((15, _GREEN), (40, _RED), (65, _BLUE))
        for x in (12, 30, 48)
    ),
)
_DOT_SIZES = (0, 14, 11.5, 12, 11, 9.5, 8.5, 8.2, 8)
# The sticks: x and y of the middle, colour, tilt.
_STICK_PLACES: tuple[tuple[tuple[float, float, str, int], ...], ...] = (
    (),
    ((30, 22, _GREEN, 0), (30, 58, _BLUE, 0)),
    ((30, 22, _BLUE, 0), (17, 58, _GREEN, 0), (43, 58, _GREEN, 0)),
    tuple((x, y, _GREEN if x < 30 else _BLUE, 0) for y in (22, 58) for x in (17, 43)),
    (
        *((x, y, _GREEN, 0) for y in (20, 60) for x in (13, 47)),
        (30, 40, _RED, 0),
    ),
    tuple((x, y, _GREEN if y < 40 else _BLUE, 0) for y in (22, 58) for x in (13, 30, 47)),
    (
        (30, 14, _RED, 0),
        *((x, y, _GREEN if x != 30 else _BLUE, 0) for y in (40, 66) for x in (13, 30, 47)),
    ),
    (
        *((x, 22, _GREEN, tilt) for x, tilt in ((9, 0), (22.5, -24), (37.5, 24), (51, 0))),
        *((x, 58, _BLUE, tilt) for x, tilt in ((9, 0), (22.5, 24), (37.5, -24), (51, 0))),
    ),
    tuple(
        (x, y, {13: _GREEN, 30: _RED, 47: _BLUE}[x], 0) for y in (14, 40, 66) for x in (13, 30, 47)
    ),
)
_STICK_LENGTHS = (0, 30, 30, 30, 28, 30, 22, 30, 22)


def tile_symbols() -> str:
    """An SVG element with a symbol for every tile, `tile-W1` to `tile-H8`, and `tile-back`."""
    symbols = [_symbol(code, _face(tile)) for tile, code in enumerate(ALL_CODES)]
    symbols.append(_symbol(BACK, _back()))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="tile-art" width="0" height="0" '
        'aria-hidden="true" focusable="false">' + "".join(symbols) + "</svg>"
    )


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="tile-{name}" viewBox="0 0 60 80">{drawing}</symbol>'


def _face(tile: int) -> str:
    blank = _body("face")
    if tile >= TILE_KINDS:
        return blank + _flower(tile - TILE_KINDS)
    if tile >= FIRST_DRAGON:
        return blank + _dragon(tile - FIRST_DRAGON)
    if tile >= FIRST_HONOUR:
        wind = tile - FIRST_HONOUR
        return blank + _glyph(_WINDS[wind], "ink", 8, 24, 44) + _digit(_LETTERS[wind], "ink")
    number = number_of(tile)
    suit = tile // 9
    if suit == 0:
        drawn = _glyph(_NUMERALS[number - 1], "blue", 21, 6, 33, 10)
        drawn += _glyph(_WAN, "red", 14, 43, 32, 10)
    else:
        drawn = _dots(number) if suit == 1 else _sticks(number)
    return blank + drawn + _digit(_DIGITS[number - 1], ("blue", "ink", "green")[suit])


def _body(colour: str) -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="var(--tile-{colour})" '
        'stroke="var(--tile-edge)" stroke-width="2"/>'
    )


def _back() -> str:
    return _body("back") + (
        '<rect x="9" y="9" width="42" height="62" rx="4" fill="none" '
        'stroke="var(--tile-back-line)" stroke-width="3"/>'
        + _path("M30 24L44 40L30 56L16 40Z", "back-line", 3)
    )


def _path(shape: str, colour: str, width: float, transform: str = "") -> str:
    moved = f' transform="{transform}"' if transform else ""
    return (
        f'<path d="{shape}" fill="none" stroke="var(--tile-{colour})" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-linejoin="round"{moved}/>'
    )


def _glyph(shape: str, colour: str, left: float, top: float, size: float, width: float = 9) -> str:
    """A character drawn in a square of that size."""
    return _path(shape, colour, width, f"translate({left} {top}) scale({size / 100})")


def _index(shape: str, colour: str) -> str:
    """The figure or letter in the upper left corner."""
    return _path(shape, colour, 12, "translate(6 6) scale(.21)")


def _digit(shape: str, colour: str) -> str:
    """The digit on a plain background, shown if the page wants it."""
    spot = '<rect x="3" y="3" width="16" height="22" rx="4" fill="var(--tile-face)"/>'
    return f'<g opacity="var(--digits)">{spot}{_index(shape, colour)}</g>'


def _dots(number: int) -> str:
    if number == 1:
        return (
            _circle(30, 40, 23, _GREEN)
            + _ring(30, 40, 16, "face", 3)
            + _circle(30, 40, 9, _RED)
            + _ring(30, 40, 4, "face", 2.5)
        )
    size = _DOT_SIZES[number - 1]
    return "".join(
        _circle(x, y, size, colour) + _ring(x, y, size * 0.55, "face", size * 0.17)
        for x, y, colour in _DOT_PLACES[number - 1]
    )


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{_short(radius)}" fill="var(--tile-{colour})"/>'


def _ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{_short(radius)}" fill="none" '
        f'stroke="var(--tile-{colour})" stroke-width="{_short(width)}"/>'
    )


def _sticks(number: int) -> str:
    if number == 1:
        return _bird()
    length = _STICK_LENGTHS[number - 1]
    return "".join(
        _stick(x, y, length, colour, tilt) for x, y, colour, tilt in _STICK_PLACES[number - 1]
    )


def _bird() -> str:
    """A bird on a twig: the usual picture of the 1 of bamboos."""
    drawn = (
        _path("M38 48Q48 58 52 74", _BLUE, 4)
        + _path("M36 51Q43 61 45 75", _GREEN, 4)
        + _path("M33 53Q37 63 37 74", _RED, 4)
        + _path("M10 69Q20 66 30 69", _GREEN, 4)
        + _path("M21 57L20 67M27 58L27 67", _RED, 2.5)
        + _shape("M15 24C9 36 13 56 26 58C40 59 47 46 42 35C38 27 32 28 29 22Z", _GREEN)
        + _shape("M22 35C32 29 45 36 45 49C34 52 24 46 22 35Z", _BLUE)
        + _path("M29 38Q36 40 40 45M28 42Q33 45 37 47", "face", 1.8)
        + _circle(23, 19, 9.5, _GREEN)
        + _shape("M15 16L5 21L15 24Z", _RED)
        + _path("M24 10Q26 5 31 4M28 12Q31 8 36 8", _RED, 2.5)
        + _circle(20.5, 17.5, 3, "face")
        + _circle(20, 17.5, 1.4, "ink")
    )
    # It faces right, to leave room for the digit in the corner.
    return f'<g transform="translate(60 0) scale(-1 1)">{drawn}</g>'


def _shape(shape: str, colour: str) -> str:
    return f'<path d="{shape}" fill="var(--tile-{colour})"/>'


def _stick(
    x: float, y: float, length: float, colour: str, tilt: int = 0, width: float = 9.5
) -> str:
    """A stick of bamboo: two pieces with a knot between them."""
    turned = f' transform="rotate({tilt} {x} {y})"' if tilt else ""
    half = length / 2
    pieces = "".join(
        f'<rect x="{_short(x - width / 2)}" y="{_short(top)}" width="{width}" '
        f'height="{_short(half - 1)}" rx="{_short(width / 2.4)}"/>'
        for top in (y - half, y + 1)
    )
    line = (
        f'<path d="M{x} {_short(y - half + 4)}V{_short(y + half - 4)}" stroke="var(--tile-face)"/>'
    )
    return f'<g fill="var(--tile-{colour})"{turned}>{pieces}{line}</g>'


def _dragon(which: int) -> str:
    if which == 0:
        return _glyph(_MIDDLE, "red", 8, 18, 44, 11)
    if which == 1:
        return _glyph(_FORTUNE, "green", 7, 17, 46, 9.5)
    return (
        '<rect x="10" y="11" width="40" height="58" rx="3" fill="none" '
        'stroke="var(--tile-blue)" stroke-width="4"/>'
        '<rect x="16" y="17" width="28" height="46" rx="2" fill="none" '
        'stroke="var(--tile-blue)" stroke-width="1.5"/>'
    )


def _flower(which: int) -> str:
    """Seasons have four petals, plants five; the number is 1-4 in each."""
    plant, number = divmod(which, 4)
    petals, colour = (5, _RED) if plant else (4, _GREEN)
    turns = [360 * petal / petals for petal in range(petals)]
    drawn = "".join(
        f'<ellipse cx="33" cy="33" rx="8" ry="11.5" fill="var(--tile-{colour})" '
        f'transform="rotate({_short(turn)} 33 46)"/>'
        for turn in turns
    )
    return drawn + _circle(33, 46, 5.5, "face") + _index(_DIGITS[number], colour)


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
