"""The human games of 2017: one text file a hand, with flowers; reads and writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mj_bot.events import BUGANG, CHI, DRAW, GANG, HAND_SIZE, HU, PENG, PLAY, SEATS, chow_offer
from mj_bot.state import WALL_SIZE_WITH_FLOWERS
from mj_bot.tiles import TILE_KINDS, code_of, is_flower, tile_of
from mj_lab.core.records.hand import HandError, RecordedHand, Step, check_no_false_win
from mj_lab.core.records.match import Match

_WINDS = "东南西北"
_DRAWS = ("摸牌", "补花后摸牌", "杠后摸牌")
_FLOWER = "补花"
_PLAY, _CHOW, _PUNG, _WIN = "打牌", "吃", "碰", "和牌"
_MELDED, _CONCEALED, _ADDED = "明杠", "暗杠", "补杠"
_DRAWN, _SELF_DRAWN, _DEALT_IN, _ROBBED = "荒庄", "自摸", "点炮", "抢杠"
_LIST = re.compile(r"'([^']*)'")
_FAN = re.compile(r"(.*)-(\d+)", re.DOTALL)
# How many lines come before the deals.
_HEAD = 2


def is_human_game(first_line: str) -> bool:
    """Whether a file that starts with this line is a hand of the human games."""
    return first_line.strip().endswith(".xml") and not first_line.lstrip().startswith(("{", "["))


def parse_human_hand(lines: Sequence[str]) -> RecordedHand:
    """Parse the lines of a file.

    The format does not record claims that lost to another claim. All seats draw from one wall.
    Dealt flowers are counted, not named.

    Raises HandError, with the line, if it is not a hand.
    """
    rows = [line.rstrip("\r\n").split("\t") for line in lines]
    while rows and not "".join(rows[-1]).strip():
        rows.pop()
    if len(rows) < _HEAD + SEATS + 1:
        raise HandError("no whole hand", len(rows))
    wind = _WINDS.find(rows[1][0].strip() or "?")
    if wind < 0:
        raise HandError("no such wind", _HEAD, rows[1][0])
    deals, flowers, dealer = _deals(rows[_HEAD : _HEAD + SEATS])
    reader = _Steps(dealer)
    reader.draw(0, deals[dealer].pop())
    for number, row in enumerate(rows[_HEAD + SEATS :], start=_HEAD + SEATS + 1):
        reader.read(row, number)
    if reader.holding_flower:
        raise HandError("a flower that is kept", len(rows))
    drawn, fans = rows[1][-1].strip() == _DRAWN, _fans_of(rows[1])
    turned = [(seat + dealer) % SEATS for seat in range(SEATS)]
    return RecordedHand(
        rows[0][0].strip().removeprefix("./").removesuffix(".xml"),
        wind,
        tuple(tuple(deals[seat]) for seat in turned),
        tuple(flowers[seat] for seat in turned),
        WALL_SIZE_WITH_FLOWERS,
        tuple(reader.steps),
        drawn,
        sum(points for _, points in fans),
        tells_all=False,
        fan_names=() if drawn else tuple(name for name, _ in fans),
    )


def _deals(rows: Sequence[Sequence[str]]) -> tuple[list[list[int]], list[int], int]:
    """The four deals (the dealer's has 14 tiles), the flowers of each, and the dealer's seat."""
    deals: list[list[int]] = []
    flowers: list[int] = []
    for seat, row in enumerate(rows):
        line = _HEAD + seat + 1
        if len(row) < 3 or row[0].strip() != str(seat) or not row[2].strip().isdigit():
            raise HandError("no deal", line, " ".join(row))
        deals.append(_tiles(row[1], line))
        flowers.append(int(row[2]))
    dealers = [seat for seat, deal in enumerate(deals) if len(deal) == HAND_SIZE + 1]
    if len(dealers) != 1 or any(len(deal) not in (HAND_SIZE, HAND_SIZE + 1) for deal in deals):
        raise HandError("not three deals of 13 and one of 14 tiles", _HEAD + 1)
    dealer = dealers[0]
    if any(is_flower(tile) for deal in deals for tile in deal[:HAND_SIZE]):
        raise HandError("a flower that is kept", _HEAD + 1)
    return deals, flowers, dealer


def _tiles(text: str, line: int) -> list[int]:
    try:
        return [tile_of(code) for code in _LIST.findall(text)]
    except (ValueError, KeyError):
        raise HandError("no such tile", line, text) from None


def _fans_of(row: Sequence[str]) -> list[tuple[str, int]]:
    """The fans with their points."""
    matches = [_FAN.fullmatch(text) for text in _LIST.findall("".join(row[2:3]))]
    return [(match[1], int(match[2])) for match in matches if match]


class _Steps:
    """Parses the actions line by line, with the dealer as seat 0."""

    def __init__(self, dealer: int) -> None:
        self._dealer = dealer
        self.steps: list[Step] = []
        self.holding_flower = False

    def draw(self, seat: int, tile: int, line: int = 0) -> None:
        if self.holding_flower:
            raise HandError("a flower that is kept", line)
        self.holding_flower = is_flower(tile)
        self.steps.append(Step(DRAW, seat, tile, line=line))

    def read(self, row: Sequence[str], line: int) -> None:
        if len(row) < 3 or not row[0].strip().isdigit() or int(row[0]) >= SEATS:
            raise HandError("not a line of a hand", line, " ".join(row))
        if self.steps[-1].kind == HU:
            raise HandError("play goes on after a win", line, " ".join(row))
        seat, word = (int(row[0]) - self._dealer) % SEATS, row[1].strip()
        tiles = _tiles(row[2], line)
        if word == _WIN:
            self.steps.append(Step(HU, seat, line=line))
            return
        if not tiles:
            raise HandError("not a line of a hand", line, " ".join(row))
        if word in _DRAWS:
            self.draw(seat, tiles[0], line)
        elif word == _FLOWER:
            drawn = self.steps[-1]
            if not self.holding_flower or (drawn.seat, drawn.tile) != (seat, tiles[0]):
                raise HandError("a flower that was not drawn", line, " ".join(row))
            self.holding_flower = False
        else:
            if word in (_CHOW, _PUNG, _MELDED):
                self._check_claim(row, line)
            self._act(seat, word, tiles, line)

    def _check_claim(self, row: Sequence[str], line: int) -> None:
        """Check that a claim takes the last discard.

        Raises HandError, which names both tiles, if not.
        """
        discard = self.steps[-1]
        if discard.kind != PLAY or discard.tile is None:
            raise HandError("a claim without a discard before it", line, " ".join(row))
        claimed = row[3].strip() if len(row) > 3 else ""
        if claimed and _tiles(f"'{claimed}'", line) != [discard.tile]:
            about = f"{claimed}, but {code_of(discard.tile)} was discarded"
            raise HandError("the claimed tile is not the discard", line, about)

    def _act(self, seat: int, word: str, tiles: Sequence[int], line: int) -> None:
        if self.holding_flower or any(tile >= TILE_KINDS for tile in tiles):
            raise HandError("a flower that is kept", line)
        if word == _PLAY:
            step = Step(PLAY, seat, tiles[0], line=line)
        elif word == _CHOW:
            middle = sorted(tiles)[len(tiles) // 2]
            step = Step(CHI, seat, None, middle, line=line)
        elif word == _PUNG:
            step = Step(PENG, seat, line=line)
        elif word == _MELDED:
            step = Step(GANG, seat, line=line)
        elif word in (_CONCEALED, _ADDED):
            step = Step(GANG if word == _CONCEALED else BUGANG, seat, tiles[0], line=line)
        else:
            raise HandError("no such verb", line, word)
        self.steps.append(step)


# -- writing -----------------------------------------------------------------------------------


def format_human_hand(hand: RecordedHand, match: Match) -> str:
    """A hand in the format of the human games. match: names the fans.

    The format lacks pre-empted claims and the order of the dealer's tiles, except which was drawn
    last.

    Raises HandError unless each seat has its own wall of 36 tiles with flowers, since that is how
    the file will be read.
    """
    if hand.common_wall:
        raise HandError("the human games are read with a wall for each seat")
    if hand.wall_size != WALL_SIZE_WITH_FLOWERS:
        raise HandError("the human games have walls with flowers")
    check_no_false_win(hand)
    first, *steps = hand.steps
    assert first.kind == DRAW and first.tile is not None
    rows = [[f"./{hand.id or '0'}.xml"], _result_row(hand, match)]
    for seat, deal in enumerate(hand.deals):
        tiles = [*deal, first.tile] if seat == 0 else [*deal]
        rows.append([str(seat), _list(tiles), str(hand.flowers[seat])])
    before: Step = first
    if is_flower(first.tile):
        rows.append(_row(0, _FLOWER, [first.tile]))
    claimed: tuple[int, int] | None = None
    for step in steps:
        rows += _rows_of(step, before, claimed)
        if step.kind == PLAY and step.tile is not None:
            claimed = step.tile, step.seat
        before = step
    return "\n".join("\t".join(row) for row in rows) + "\n"


def _result_row(hand: RecordedHand, match: Match) -> list[str]:
    fans = [f"{fan.name}-{fan.times * fan.value}" for fan in match.result.fans or ()]
    if hand.drawn:
        fans, word = [f"{_DRAWN}-0"], _DRAWN
    else:
        kinds = [step.kind for step in hand.steps]
        before = kinds[-2]
        word = _SELF_DRAWN if before == DRAW else _ROBBED if before == BUGANG else _DEALT_IN
    names = "[" + ",".join(f"'{fan}'" for fan in fans) + "]"
    return [_WINDS[hand.prevalent_wind], str(hand.fan), names, "", word]


def _rows_of(step: Step, before: Step, claimed: tuple[int, int] | None) -> list[list[str]]:
    seat, tile = step.seat, step.tile
    if step.kind == DRAW:
        assert tile is not None
        word = _DRAWS[0]
        if before.kind == DRAW:
            word = _DRAWS[1]
        elif before.kind in (GANG, BUGANG):
            word = _DRAWS[2]
        rows = [_row(seat, word, [tile])]
        return [*rows, _row(seat, _FLOWER, [tile])] if is_flower(tile) else rows
    if step.kind == HU:
        return [_row(seat, _WIN, [])]
    if step.kind in (PLAY, BUGANG) or tile is not None:
        assert tile is not None
        if step.kind == PLAY:
            return [_row(seat, _PLAY, [tile])]
        return [_row(seat, _ADDED if step.kind == BUGANG else _CONCEALED, [tile] * 4)]
    assert claimed is not None
    taken, giver = claimed
    if step.kind == CHI:
        assert step.chow is not None and chow_offer(step.chow, taken)
        row = _row(seat, _CHOW, [step.chow - 1, step.chow, step.chow + 1])
    else:
        row = (
            _row(seat, _PUNG, [taken] * 3)
            if step.kind == PENG
            else _row(seat, _MELDED, [taken] * 4)
        )
    return [[*row[:3], code_of(taken), str(giver)]]


def _row(seat: int, word: str, tiles: Sequence[int]) -> list[str]:
    return [str(seat), word, _list(tiles), ""]


def _list(tiles: Sequence[int]) -> str:
    return "[" + ",".join(f"'{code_of(tile)}'" for tile in tiles) + "]"
